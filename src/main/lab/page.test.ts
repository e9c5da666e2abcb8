import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LabFilter, type LabReport, NO_FILTER } from '../../shared/lab/report'
import { reportPage } from './page'
import { labMap } from './results/report-map'
import { labReport } from './results/report'
import { TINY_RUN, TINY_SESSIONS, tinyLab } from './results/report.fixture'
import { Results } from './results/results'

/** The page of a report on the tiny world, in which names may be others. */
async function pageOf(world = tinyLab(), change: (report: LabReport) => LabReport = (same) => same, filter = NO_FILTER): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  const results = new Results(join(folder, 'results.duckdb'))
  try {
    await results.add(TINY_SESSIONS)
    const report = change(await labReport(results, world, TINY_RUN, filter))
    return reportPage(report, { campaign: world.lore.title, map: await labMap(results, world), filter: ['Party: Bold'] })
  } finally {
    await results.close()
    rmSync(folder, { recursive: true })
  }
}

it('a report is a page with its charts, tables, what was never reached, and what was played', async () => {
  const page = await pageOf()
  expect(page).toContain('<h1 dir="auto">Tiny</h1>')
  expect(page).toContain('Never reached in 4 sessions')
  expect(page).toContain('The journey from The Cellar is closed until “The grate is open” holds, which no session set.')
  expect(page).toContain('Only sessions with: <b dir="auto">Party: Bold</b>.')
  const drawings = [...page.matchAll(/aria-label="Chart: ([^"]*)"><svg [^]*?<\/svg>/g)]
  expect(drawings.map(([, title]) => title)).toEqual([
    'Endings',
    'Survival by scene',
    'Beats to the end',
    'Campaign minutes to the end',
    'Scenes to the end',
    'hp Wren',
    'Where people die, fall and turn back',
    'From place to place',
    'From story event to story event'
  ])
  // What a chart has no room for is in its table and its tooltips.
  expect(page).toContain('<title>A character died at The Cellar\n1 of 4 sessions; 95% interval 5%–70%</title>')
  expect(page).toContain('title="1 of 4 sessions; 95% interval 5%–70%"')
  expect(page).toContain(`<dd dir="auto">${TINY_RUN.commit} “Begin”</dd>`)
  expect(page).toContain('<dt dir="auto">Seeds</dt><dd dir="auto">1–4</dd>')
})

it('a page has both themes, and neither runs nor loads anything, whatever names the campaign has', async () => {
  const hostile = `"><script>alert('x')</script><img src=x onerror=alert(1)>' 🪙 חנה`
  const world = tinyLab()
  const places = Object.fromEntries(Object.entries(world.state.places).map(([id, place]) => [id, { ...place, name: `${hostile} ${id}` }]))
  const named = { ...world, state: { ...world.state, places }, lore: { ...world.lore, title: hostile }, eventName: () => hostile }
  const run = {
    ...TINY_RUN,
    name: hostile,
    subject: hostile,
    remarks: [hostile],
    plan: { ...TINY_RUN.plan, watch: [{ name: hostile, expression: hostile }] }
  }
  const page = await pageOf(named, (report) => ({
    ...report,
    run,
    bands: report.bands.map((band) => ({ ...band, name: hostile })),
    parties: report.parties.map((one) => ({ ...one, label: hostile })),
    endings: report.endings.map((one) => ({ ...one, label: hostile })),
    never: report.never.map((one) => ({ ...one, label: hostile, needs: [hostile] })),
    failures: report.failures.map((one) => ({ ...one, label: hostile, where: hostile }))
  }))
  expect(page).toContain('prefers-color-scheme: dark')
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(page).toContain('&lt;script&gt;')
  const tags = [...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))
  expect(tags.filter((tag) => /<\/?(?:script|img|link|iframe|object|a|use|image)\b|\son\w+=|\bsrc=|href=/i.test(tag))).toEqual([])
  // Every tag of these is closed again, so no name has ended an attribute or an element.
  for (const name of ['section', 'svg', 'g', 'text', 'tspan', 'title', 'td', 'th', 'b', 'li'])
    expect([name, tags.filter((tag) => new RegExp(`^<${name}[\\s>]`).test(tag)).length]).toEqual([
      name,
      tags.filter((tag) => tag === `</${name}>`).length
    ])
})

it('the page of no session says so by its numbers, and has no chart', async () => {
  const page = await pageOf(tinyLab(), undefined, LabFilter.parse({ is: [{ kind: 'party', name: 'Nobody' }] }))
  expect(page).toContain('0 of 4 sessions, 0 beats')
  expect(page).not.toContain('<svg')
})
