/** The style of a report's page. Its colours are variables of their names. */
export const PAGE_STYLE = `html {
  background: var(--stage);
  color: var(--ink);
  font: 0.9375rem/1.5 'Inter Variable', Inter, system-ui, 'Helvetica Neue', Arial, sans-serif;
}
body {
  margin: 0;
}
main {
  max-width: ${840 / 16}rem;
  margin: 0 auto;
  padding: 2.5rem 1.5rem 5rem;
  overflow-wrap: anywhere;
}
h1,
.never > h2,
.never b {
  font-family: 'Literata Variable', Literata, Georgia, 'Noto Serif', serif;
  font-weight: 500;
}
h1 {
  margin: 0 0 0.5rem;
  font-size: 2rem;
  line-height: 1.2;
}
h2 {
  margin: 2.5rem 0 0.25rem;
  font-size: 1.0625rem;
}
.never > h2 {
  font-size: 1.375rem;
}
p {
  margin: 0 0 0.5rem;
}
header p,
.quiet,
thead th,
dt {
  color: var(--ink-2);
}
.quiet,
thead th {
  font-size: 0.8125rem;
}
summary {
  padding: 0.25rem 0;
  font-weight: 600;
  cursor: pointer;
}
ul {
  margin: 0 0 0.5rem;
  padding: 0;
  list-style: none;
}
.never li {
  margin-bottom: 0.5rem;
}
.never li b,
.never li span {
  display: block;
}
.never li span {
  color: var(--ink-2);
}
.chart svg {
  display: block;
  max-width: 100%;
  height: auto;
  font-family: inherit;
}
.legend {
  display: flex;
  gap: 1rem;
}
.legend li::before {
  content: '';
  display: inline-block;
  width: 0.625rem;
  height: 0.625rem;
  margin-right: 0.375rem;
  border-radius: 50%;
  background: var(--heat-3);
}
.legend .died::before {
  background: var(--bad);
}
.legend .turned-back::before {
  background: var(--past);
}
table {
  width: 100%;
  border-spacing: 0;
  font-variant-numeric: tabular-nums;
}
th,
td {
  padding: 0.125rem 0.75rem 0.125rem 0;
  font-weight: 400;
  text-align: start;
}
.number {
  text-align: end;
}
.bad th {
  color: var(--bad);
}
.share {
  width: 14rem;
  white-space: nowrap;
}
.bar {
  position: relative;
  display: inline-block;
  width: 7rem;
  height: 0.5rem;
  margin-right: 0.375rem;
  border-radius: 2px;
  background: var(--line);
}
.bar > span {
  display: block;
  height: 100%;
  border-radius: 2px;
  background: var(--heat-3);
}
.bar > i {
  position: absolute;
  top: 50%;
  height: 1.5px;
  background: var(--ink);
}
dl {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 0.25rem 1rem;
}
dd {
  margin: 0;
}
@media print {
  section {
    break-inside: avoid-page;
  }
}
`
