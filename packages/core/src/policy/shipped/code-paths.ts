/** Files that a computer runs. */
export const CODE_PATHS: readonly string[] = [
  "**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}",
  "**/*.{py,go,rs,java,kt,swift,rb,php,cs,c,h,cc,cpp,hpp,sh,sql}",
];
