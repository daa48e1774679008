import type { JudgeGroup } from "./judge-group.ts";

/** Standard modules of Python. A module of the same name at the root of a repository shadows them. */
const STANDARD =
  "abc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar cmath cmd code codecs codeop collections compileall concurrent configparser contextlib contextvars copy copyreg cprofile csv ctypes dataclasses datetime decimal difflib dis distutils email encodings ensurepip enum errno faulthandler filecmp fileinput fnmatch fractions functools gc genericpath getopt getpass gettext glob graphlib gzip hashlib heapq hmac html http imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma marshal math mimetypes mmap multiprocessing ntpath numbers opcode operator optparse os pathlib pdb pickle pkgutil platform plistlib posixpath pprint profile pstats pty py_compile pydoc queue random re readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig tarfile tempfile textwrap threading time timeit token tokenize tomllib trace traceback tracemalloc types typing unicodedata urllib uuid venv warnings weakref xml zipapp zipfile zipimport zlib zoneinfo";

/** Modules that test runners, linters and their plugins load. */
const TOOLS =
  "anyio astroid attr attrs bandit black click colorama dill distlib exceptiongroup execnet filelock hypothesis iniconfig isort mccabe mypy_extensions mypyc nox packaging pathspec pip pkg_resources platformdirs pluggy py pycodestyle pyflakes pygments pytest_asyncio pytest_cov pytest_django pytest_mock pytest_timeout setuptools six tap toml tomli tomlkit typing_extensions virtualenv wheel xdist";

/** Maximum names per pattern, to bound its length. */
const NAMES_PER_PATTERN = 16;

/** Returns patterns for root modules and packages that shadow the real ones. */
function shadowingModules(): string[] {
  const names = `${STANDARD} ${TOOLS}`.split(" ");
  const parts = Array.from({ length: Math.ceil(names.length / NAMES_PER_PATTERN) }, (_, at) =>
    names.slice(at * NAMES_PER_PATTERN, (at + 1) * NAMES_PER_PATTERN).join(","),
  );
  return parts.flatMap((part) => [`{${part}}.{py,so}`, `{${part}}/__init__.py`]);
}

/** Python: test runners, linters, type checkers, and modules that shadow them. */
export const PYTHON_FILES: readonly JudgeGroup[] = [
  {
    tool: "pytest",
    does: "sets which tests run and how",
    patterns: [
      "**/{pytest.ini,.pytest.ini,pytest.toml,.pytest.toml,conftest.py}",
      "**/{pyproject.toml,setup.cfg,setup.py,tox.ini,tox.toml,noxfile.py}",
    ],
  },
  {
    tool: "Python linters and type checkers",
    does: "sets what a linter or type checker looks at",
    patterns: [
      "**/{.flake8,.pylintrc,pylintrc,.isort.cfg,.bandit,.coveragerc,.pre-commit-config.yaml}",
      "**/{mypy.ini,.mypy.ini,ruff.toml,.ruff.toml,pyrightconfig.json,pyre.json,.pyre_configuration}",
    ],
  },
  {
    tool: "Python environments",
    does: "sets which packages and commands Python tools use",
    patterns: ["**/{hatch.toml,pdm.toml,uv.toml,Pipfile,pip.conf,.python-version}"],
  },
  {
    tool: "Python start-up",
    does: "is loaded by Python before or instead of the test runner",
    patterns: [
      "**/{sitecustomize,usercustomize}.py",
      "**/{pytest,_pytest,unittest,tox,nose,coverage,mypy,ruff,flake8,pylint,doctest}.py",
      "**/{pytest,_pytest,unittest,nose,coverage,mypy,ruff,flake8,pylint}/__init__.py",
      "**/*.pth",
      "**/*.{egg-info,dist-info}/**",
    ],
  },
  {
    tool: "Python modules",
    does: "takes the place of a module that Python or its test tools load",
    patterns: shadowingModules(),
  },
  {
    tool: "compiled Python",
    does: "is compiled code that Python may run instead of the source",
    patterns: ["**/__pycache__/**", "**/*.{pyc,pyo,pyd}", "**/*.cpython-*"],
  },
];
