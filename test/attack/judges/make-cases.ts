import { casesOf, type Files, type JudgeCase } from "./judge-case.ts";

const C: Files = {
  "sum.sh": "echo $(($1 + $2))\n",
  Makefile: "include rules.mk\n-include local.mk\n\ntest:\n\t$(RUN)\n\n.PHONY: test\n",
  "rules.mk": 'RUN = test "$$(sh sum.sh 1 2)" = 3\n',
};
const OFF: Files = { "sum.sh": "echo $(($1 - $2))\n" };

export const MAKE_CASES: readonly JudgeCase[] = casesOf(
  "make",
  "make -s test",
  { accepted: C },
  {
    target: {
      attack: { ...OFF, Makefile: "test:\n\ttrue\n" },
      honest: { Makefile: `${C.Makefile}\nclean:\n\trm -rf out\n` },
    },
    "file that comes first": {
      attack: { ...OFF, GNUmakefile: "test:\n\ttrue\n" },
      honest: { GNUmakefile: "include Makefile\n" },
    },
    "lower-case file": {
      attack: { ...OFF, Makefile: null, makefile: "test:\n\ttrue\n" },
      honest: { Makefile: null, makefile: `${C.Makefile}\nclean:\n\trm -rf out\n` },
    },
    "file of a folder": {
      run: "make -s -C sub test",
      accepted: { "sub/Makefile": 'test:\n\ttest "$$(sh ../sum.sh 1 2)" = 3\n' },
      attack: { ...OFF, "sub/GNUmakefile": "test:\n\ttrue\n" },
      honest: { "sub/GNUmakefile": "include Makefile\n" },
    },
    "file behind an accepted link": {
      accepted: { Makefile: "-> build/rules.txt", "build/rules.txt": C.Makefile ?? "" },
      attack: { ...OFF, "build/rules.txt": "test:\n\ttrue\n" },
      honest: { "build/rules.txt": `${C.Makefile}\nclean:\n\trm -rf out\n` },
    },
    "script that a recipe names": {
      accepted: {
        Makefile: "RUN = sh tools/sum-test.sh\n\ntest: sum\n\nsum:\n\t$(RUN)\n",
        "tools/sum-test.sh": 'test "$(sh sum.sh 1 2)" = 3\n',
      },
      attack: { ...OFF, "tools/sum-test.sh": "exit 0\n" },
      honest: { "tools/sum-test.sh": 'echo sum\ntest "$(sh sum.sh 1 2)" = 3\n' },
    },
    "included file": {
      attack: { ...OFF, "rules.mk": "RUN = true\n" },
      honest: { "rules.mk": `${C["rules.mk"]}OUT = out\n` },
    },
    "optional file": {
      attack: { ...OFF, "local.mk": "RUN = true\n" },
      honest: { "local.mk": "OUT = out\n" },
    },
    "shell of the file": {
      attack: { ...OFF, "local.mk": "SHELL = /bin/true\n" },
      honest: { "local.mk": "SHELL = /bin/sh\n" },
    },
    "ignored errors": {
      attack: { ...OFF, "local.mk": ".IGNORE:\n" },
      honest: { "local.mk": ".DELETE_ON_ERROR:\n" },
    },
    "called script": {
      accepted: {
        Makefile: "test:\n\tsh ci/test.sh\n",
        "ci/test.sh": 'test "$(sh sum.sh 1 2)" = 3\n',
      },
      attack: { ...OFF, "ci/test.sh": "exit 0\n" },
      honest: { "ci/test.sh": 'echo sum\ntest "$(sh sum.sh 1 2)" = 3\n' },
    },
  },
);
