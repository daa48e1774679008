import type { JudgeGroup } from "./judge-group.ts";
import { shadowingModules } from "./python-modules.ts";

/** Python: test runners, linters, type checkers, and modules that Python loads instead of them. */
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
