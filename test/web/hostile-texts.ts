/** Markup, scripts, styles and addresses that would act if a page took them for more than text. */
const ATTACKS = [
  `<script>window.owned=1</script>`,
  `<img src=x onerror="window.owned=1">`,
  `<img src="http://127.0.0.1:9/pixel.png">`,
  `<svg onload=window.owned=1><animate onbegin=window.owned=1 attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.owned=1</script>"></iframe>`,
  `<a href="javascript:window.owned=1">look</a>`,
  `[look](javascript:window.owned=1)`,
  `![pixel](http://127.0.0.1:9/pixel.png)`,
  `<style>*{background:url(http://127.0.0.1:9/style)}</style>`,
  `<link rel=stylesheet href=http://127.0.0.1:9/sheet.css>`,
  `<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">`,
  `<base href="http://127.0.0.1:9/">`,
  `<form action=http://127.0.0.1:9/><button autofocus onfocus=window.owned=1>`,
  `<details open ontoggle=window.owned=1>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=window.owned=1>`,
  `"><script>window.owned=1</script>`,
  `' onmouseover='window.owned=1`,
  `\${window.owned=1}{{constructor.constructor('window.owned=1')()}}`,
  `</textarea></title></style></script><script>window.owned=1</script>`,
  `<template><img src=x onerror=window.owned=1></template>`,
  `<object data="data:text/html,<script>parent.owned=1</script>">`,
  `@import "http://127.0.0.1:9/import.css";`,
  `style="position:fixed;inset:0;background:red"`,
  `&lt;script&gt;window.owned=1&lt;/script&gt;`,
  `__proto__[owned]=1&constructor.prototype.owned=1`,
] as const;

/** Characters that hide, reverse or join text, or that look like nothing. */
const INVISIBLE = [
  0x00_7f, 0x00_85, 0x00_ad, 0x03_4f, 0x06_1c, 0x11_5f, 0x18_0e, 0x20_0b, 0x20_0c, 0x20_0d, 0x20_0e,
  0x20_0f, 0x20_28, 0x20_29, 0x20_2a, 0x20_2b, 0x20_2c, 0x20_2d, 0x20_2e, 0x20_60, 0x20_61, 0x20_66,
  0x20_67, 0x20_68, 0x20_69, 0x31_64, 0xfe_0f, 0xfe_ff, 0xff_a0, 0xe_00_01, 0xe_00_41, 0x1b, 0x08,
] as const;

/** Returns the sign by which a text can be found on the page. */
export function textSign(number: number): string {
  return `n${number}n`;
}

/** Generates hostile texts of one line. Each has its sign, an attack and invisible characters. */
export function hostileText(number: number): string {
  const attack = ATTACKS[number % ATTACKS.length] ?? "";
  const code = INVISIBLE[Math.floor(number / ATTACKS.length) % INVISIBLE.length] ?? 0;
  const hidden = String.fromCodePoint(code);
  const middle = Math.floor(attack.length / 2);
  const variants = [
    `${attack}${hidden}`,
    `${hidden}${attack}`,
    attack.slice(0, middle) + hidden + attack.slice(middle),
    `${attack.toUpperCase()}${hidden}${attack}`,
  ];
  return `${textSign(number)} ${variants[number % variants.length]}`;
}

/** Returns a text that git and file systems accept as a name. */
export function hostileName(number: number): string {
  const name = hostileText(number).replaceAll(/[/\p{Cc}]/gu, "-");
  return `${name.slice(0, 60)}.js`;
}
