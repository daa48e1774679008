import type { JudgeGroup } from "./judge-group.ts";

/** Build tools, compiled languages, and scripts that checks start. */
export const BUILD_FILES: readonly JudgeGroup[] = [
  {
    tool: "make and task runners",
    does: "holds the commands that checks run",
    patterns: [
      "**/{Makefile,makefile,GNUmakefile,*.mk,justfile,Justfile,.justfile,.env.just}",
      "**/{Taskfile,taskfile}.{yml,yaml,dist.yml,dist.yaml}",
      "**/{Rakefile,rakefile,Rakefile.rb,SConstruct,Earthfile,dodo.py,wscript}",
      "**/{CMakeLists.txt,CMakePresets.json,meson.build,*.cmake,build.xml}",
      "**/{BUILD,BUILD.bazel,WORKSPACE,WORKSPACE.bazel,MODULE.bazel,.bazelrc,*.bzl}",
    ],
  },
  {
    tool: "scripts",
    does: "is a script that checks may start",
    patterns: ["{script,scripts,ci,.ci}/**"],
  },
  {
    tool: "vendored dependencies",
    does: "is a committed dependency that a check may run",
    patterns: ["**/vendor/**"],
  },
  {
    tool: "caches",
    does: "is a stored result that a tool may take instead of running",
    patterns: [
      "**/{.turbo,.nx,.gradle,.mypy_cache,.ruff_cache,.pytest_cache,.nyc_output,.wireit}/**",
      "**/{*.tsbuildinfo,.eslintcache,.stylelintcache,.prettiercache}",
    ],
  },
  {
    tool: "Go",
    does: "sets which Go code is built, tested and linted",
    patterns: [
      "**/{go.mod,go.work,.testcoverage.yml,staticcheck.conf}",
      "**/.golangci.{yml,yaml,toml,json}",
    ],
  },
  {
    tool: "Rust",
    does: "sets which Rust code is built, tested and linted",
    patterns: [
      "**/{Cargo.toml,build.rs,rust-toolchain,rust-toolchain.toml,deny.toml,Cross.toml}",
      "**/{clippy.toml,.clippy.toml,rustfmt.toml,.rustfmt.toml,tarpaulin.toml}",
      "**/.cargo/**",
      "**/.config/nextest.toml",
    ],
  },
  {
    tool: "Gradle and Maven",
    does: "sets what the build runs and tests",
    patterns: [
      "**/{build,settings,init}.{gradle,gradle.kts}",
      "**/*.{gradle,gradle.kts}",
      "**/{gradle.properties,gradlew,gradlew.bat,pom.xml,mvnw,mvnw.cmd,junit-platform.properties}",
      "**/{gradle,buildSrc,.mvn}/**",
      "**/{build.sbt,*.sbt,.scalafmt.conf,.scalafix.conf}",
      "**/{checkstyle,pmd,spotbugs,detekt,ktlint}*.{xml,yml,yaml}",
    ],
  },
  {
    tool: "Ruby, PHP, .NET and others",
    does: "sets what the tools of the language run and look at",
    patterns: [
      "**/{Gemfile,.rspec,.rubocop.yml,.rubocop_todo.yml,.simplecov}",
      "**/.bundle/**",
      "**/{phpunit,phpstan,psalm,phpcs}*.{xml,neon,dist,xml.dist,neon.dist}",
      "**/.php-cs-fixer*",
      "**/{Directory.Build.props,Directory.Build.targets,global.json,nuget.config,NuGet.config}",
      "**/*.{csproj,fsproj,vbproj,runsettings,globalconfig}",
      "**/{mix.exs,.formatter.exs,.credo.exs,Package.swift,analysis_options.yaml,dart_test.yaml}",
    ],
  },
];
