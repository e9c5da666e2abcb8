import { xmlAttribute, xmlText } from '../../shared/base/xml-text'
import { drawChart } from '../../shared/lab/chart'
import { drawingMarkup } from '../../shared/lab/drawing'
import { drawFlow } from '../../shared/lab/flow-drawing'
import { LAB_KINDS, LAB_TITLES } from '../../shared/lab/kinds'
import { drawMap } from '../../shared/lab/map-drawing'
import { OWN_PARTY } from '../../shared/lab/limits'
import type { LabMap, LabReport, LabRun, NeverExercised, Share } from '../../shared/lab/report'
import { FATES, mapMarks, type Part, partsOf } from '../../shared/lab/report-parts'
import { type Cell, isShare, shareDetail, shareWords } from '../../shared/lab/share-words'
import { SmallDocument } from '../../shared/lab/small-document'
import { COLOUR_STYLE } from '../../shared/map-image/palette'
import { counted, listed } from '../../shared/words/labels'
import { PAGE_STYLE } from './page-style'

/** What a page has beside the report: the campaign's title, the map, and the words of the marks that filter the report. */
export interface PageAbout {
  campaign: string
  map: LabMap
  filter: readonly string[]
}

/** The width of a drawing, and the most rows of a table and entries of a kind that the page has. */
const WIDTH_PX = 840
const MAX_ROWS = 500

/** The report of a run as one page: no script, no other file, and nothing that could load one. All texts of the campaign are escaped. */
export function reportPage(report: LabReport, { campaign, map, filter }: PageAbout): string {
  const { run, sessions, played } = report
  const name = run.name === '' ? `Run of ${new Date(run.begun).toISOString().slice(0, 16).replace('T', ', ')}` : run.name
  const some = sessions === played ? counted(played, 'session') : `${sessions.toLocaleString('en')} of ${counted(played, 'session')}`
  const title = `${name}: ${campaign}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${xmlText(title)}</title>
<style>
${COLOUR_STYLE}
${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<p>Playtest of <bdi>${xmlText(campaign)}</bdi></p>
<h1 dir="auto">${xmlText(name)}</h1>
<p>${some}, ${counted(report.beats, 'beat')}. Shares are of sessions, with 95% intervals.</p>
${filter.length === 0 ? '' : `<p>Only sessions with: ${filter.map((words) => `<b dir="auto">${xmlText(words)}</b>`).join('; ')}.</p>\n`}</header>
${neverMarkup(report)}
${partsOf(report)
  .map((part) => partMarkup(part, map))
  .join('\n')}
${planMarkup(run)}
</main>
</body>
</html>
`
}

/** What no session reached, with what it would need. */
function neverMarkup({ never, sessions }: LabReport): string {
  const head = never.length === 0 ? 'Everything was reached' : `Never reached in ${counted(sessions, 'session')}`
  const entry = ({ label, needs }: NeverExercised): string =>
    `<li><b dir="auto">${xmlText(label)}</b>${needs.map((need) => `<span dir="auto">${xmlText(need)}</span>`).join('')}</li>`
  const kinds = LAB_KINDS.flatMap((kind) => {
    const entries = never.filter((one) => one.kind === kind)
    if (entries.length === 0) return []
    const list = `<ul>${entries.slice(0, MAX_ROWS).map(entry).join('\n')}</ul>${restMarkup(entries.length)}`
    return `<details${entries.length <= 12 ? ' open' : ''}><summary>${LAB_TITLES[kind]} <span class="quiet">${entries.length.toLocaleString('en')}</span></summary>\n${list}</details>`
  })
  return `<section class="never">\n<h2>${head}</h2>\n${kinds.join('\n')}\n</section>`
}

const restMarkup = (rows: number): string =>
  rows > MAX_ROWS ? `<p class="quiet">${(rows - MAX_ROWS).toLocaleString('en')} more are in the lab.</p>` : ''

function partMarkup(part: Part, map: LabMap): string {
  const { title, about, chart } = part
  const table = tableMarkup(part)
  const legend = FATES.map((fate) => `<li class="${fate.replace(' ', '-')}">${fate}</li>`).join('')
  return [
    '<section>',
    `<h2 dir="auto">${xmlText(title)}</h2>`,
    about === undefined ? '' : `<p class="quiet">${xmlText(about)}</p>`,
    chart?.kind === 'map' ? `<ul class="legend">${legend}</ul>` : '',
    chart ? `<div class="chart" role="img" aria-label="${xmlAttribute(`Chart: ${title}`)}">${chartMarkup(part, map)}</div>` : '',
    chart && chart.kind !== 'map' ? `<details><summary>Table</summary>${table}</details>` : table,
    '</section>'
  ].join('\n')
}

const colour = (name: string): string => `var(--${name})`

function chartMarkup(part: Part, map: LabMap): string {
  if (part.chart?.flow) return drawingMarkup(drawFlow(part.chart.flow, WIDTH_PX), colour)
  if (part.chart?.kind === 'map') return drawingMarkup(drawMap(map, mapMarks(part), WIDTH_PX), colour)
  return String(drawChart(part, WIDTH_PX, colour, new SmallDocument()))
}

function tableMarkup({ columns, rows }: Part): string {
  const head = columns.map((name) => `<th scope="col">${xmlText(name)}</th>`).join('')
  const body = rows.slice(0, MAX_ROWS).map(({ label, cells, tone }) => {
    const look = tone === 'bad' ? ' class="bad"' : ''
    return `<tr${look}><th scope="row" dir="auto">${xmlText(label)}</th>${cells.map(cellMarkup).join('')}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>${restMarkup(rows.length)}`
}

function cellMarkup(cell: Cell): string {
  if (isShare(cell)) return shareMarkup(cell)
  if (typeof cell === 'number') return `<td class="number">${cell.toLocaleString('en')}</td>`
  return `<td dir="auto">${xmlText(cell)}</td>`
}

function shareMarkup(share: Share): string {
  const at = (value: number): string => `${(value * 100).toFixed(1)}%`
  const bar = `<span class="bar"><span style="width: ${at(share.share)}"></span><i style="left: ${at(share.low)}; width: ${at(share.high - share.low)}"></i></span>`
  return `<td class="share" title="${xmlAttribute(shareDetail(share))}">${bar} ${xmlText(shareWords(share))} <span class="quiet">(${share.count.toLocaleString('en')})</span></td>`
}

/** What was played, so that the same sessions can be played again. */
function planMarkup({ commit, subject, plan, remarks, id }: LabRun): string {
  const { sessions, firstSeed, parties, end, drivers, watch } = plan
  const partyWords = parties.map(({ name, personas, share }) => {
    const who = Object.entries(personas).map(([one, persona]) => (one === 'all' ? persona : `${one}: ${persona}`))
    return `${name}${who.length === 0 ? '' : ` (${who.join(', ')})`}${share === 1 ? '' : ` × ${share}`}`
  })
  const isOwn = parties.length === 1 && parties[0]?.name === OWN_PARTY.name
  const rows: readonly (readonly [string, string])[] = [
    ['Run', id],
    ['Commit', `${commit} “${subject}”`],
    ['Seeds', `${firstSeed}–${firstSeed + sessions - 1}`],
    ['Parties', isOwn ? 'as the campaign has them' : listed(partyWords)],
    [
      'A session ends',
      `after ${counted(end.storySessions, 'story session')} or ${counted(end.beats, 'beat')}${end.when === undefined ? '' : `, or when ${end.when}`}`
    ],
    ...drivers.map(({ fact, values }) => [`Fact ${fact}`, JSON.stringify(values)] as const),
    ...watch.map(({ name, expression }) => [`Watched: ${name}`, expression] as const),
    ...remarks.map((remark) => ['Remark', remark] as const)
  ]
  const list = rows.map(([name, value]) => `<dt dir="auto">${xmlText(name)}</dt><dd dir="auto">${xmlText(value)}</dd>`)
  return `<section>\n<h2>What was played</h2>\n<dl>${list.join('\n')}</dl>\n</section>`
}
