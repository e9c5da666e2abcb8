import { COLOUR_STYLE, PALETTE } from '../../shared/map-image/palette'

const hues = Object.keys(PALETTE.light)
  .filter((name) => name.startsWith('hue-'))
  .map((name) => `.${name} { color: var(--${name}); }`)

/** The style of a transcript's page on screen, light and dark, and on paper, in the colours of the window. */
export const STYLE = `${COLOUR_STYLE}
${hues.join('\n')}
html {
  background: var(--stage);
  color: var(--ink);
  font: 1.0625rem/1.6 'Literata Variable', Literata, Georgia, 'Noto Serif', serif;
}
body {
  margin: 0;
}
main {
  box-sizing: border-box;
  max-width: 42rem;
  margin: 0 auto;
  padding: 3rem 1.5rem 6rem;
  overflow-wrap: anywhere;
}
header {
  padding-bottom: 1.5rem;
  border-bottom: 1px solid var(--line);
}
h1,
h2,
h3,
h4,
h5 {
  line-height: 1.25;
  font-weight: 600;
  break-after: avoid;
}
h1 {
  margin: 0 0 0.75rem;
  font-size: 2.25rem;
}
h2 {
  margin: 4rem 0 0;
  font-size: 1.6rem;
}
h3 {
  margin: 2.5rem 0 0.25rem;
  font-size: 1.2rem;
}
h4,
h5 {
  margin: 1rem 0 0.25rem;
  font-size: 1rem;
}
h5 {
  font-style: italic;
}
p {
  margin: 0.75rem 0;
  unicode-bidi: isolate;
}
.premise {
  font-style: italic;
}
.span,
.place,
.result,
.rolls,
.turned,
figcaption,
aside {
  color: var(--ink-3);
  font-size: 0.9rem;
}
.place {
  margin-top: 0;
}
.said,
.private {
  padding-left: 1.5rem;
}
.said:not(.on),
.private:not(.on) {
  text-indent: -1.5rem;
}
.faced {
  padding-left: 2.5rem;
}
.faced:not(.on) {
  text-indent: -2.5rem;
}
.face {
  display: inline-block;
  width: 1.9rem;
  height: 1.9rem;
  border: 1px solid;
  border-radius: 0.3rem;
  background: center 25% / cover;
  font: 600 0.9rem/1.9rem system-ui, sans-serif;
  text-align: center;
  text-indent: 0;
  vertical-align: -0.5rem;
  print-color-adjust: exact;
}
.private i {
  color: var(--live);
}
.said b {
  margin-right: 0.25em;
  font-weight: 600;
}
.private {
  border-right: 2px solid var(--line);
}
.result {
  margin-left: 1.5rem;
}
.rolls {
  margin: -0.5rem 0 0.75rem 1.5rem;
  padding: 0;
  list-style: none;
  font-variant-numeric: tabular-nums;
}
.turned {
  text-align: center;
  font-style: italic;
}
.wrote,
.left-out {
  font: 0.8rem/1.4 system-ui, sans-serif;
  color: var(--ink-3);
}
.wrote {
  margin: -0.5rem 0 0.75rem;
  text-align: right;
}
.left-out {
  text-align: center;
}
.note {
  margin: 0.5rem 0 1rem;
  border-color: var(--live);
}
figure {
  margin: 2rem 0;
  break-inside: avoid;
}
figure svg {
  display: block;
  max-width: 100%;
  height: auto;
  max-height: 90vh;
  margin: 0 auto 0.5rem;
  border-radius: 6px;
}
.picture img {
  display: block;
  max-width: 100%;
  max-height: 32rem;
  margin: 0 auto;
  border-radius: 6px;
}
figcaption {
  text-align: center;
}
aside {
  margin: 2rem 0;
  padding: 0.25rem 1.25rem;
  border-left: 2px solid var(--line);
}
aside ul {
  margin: 0.25rem 0;
  padding-left: 1.1rem;
}
@media print {
  html {
    background: none;
    font-size: 10.5pt;
  }
  main {
    max-width: none;
    padding: 0;
  }
  h2:not(header + h2) {
    break-before: page;
  }
  p {
    orphans: 2;
    widows: 2;
  }
}
`
