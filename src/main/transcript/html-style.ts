/** How a transcript's page looks on a screen by day and by night, and on paper. Its colours follow the window's tokens. */
export const STYLE = `:root {
  --paper: #faf7f1;
  --ink: #241e18;
  --quiet: #675c50;
  --line: #ddd4c6;
  --name: #8a5700;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c1815;
    --ink: #efe8dd;
    --quiet: #9c9184;
    --line: #352d26;
    --name: #f0b84a;
  }
}
html {
  background: var(--paper);
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
aside {
  color: var(--quiet);
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
.said b,
.private i {
  color: var(--name);
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
  :root {
    --paper: #fff;
    --ink: #000;
    --quiet: #444;
    --line: #bbb;
    --name: #000;
  }
  html {
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
