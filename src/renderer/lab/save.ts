import { drawingMarkup } from '../../shared/lab/drawing'
import { drawFlow } from '../../shared/lab/flow-drawing'
import { drawMap } from '../../shared/lab/map-drawing'
import { mapMarks, type Part } from '../../shared/lab/report-parts'
import type { Colour } from '../../shared/map-image/shape'
import { slug } from '../../shared/story/names'
import { api } from '../client'
import { runCall } from '../run-call'
import { notify, useSession } from '../session'
import { saveAs } from '../ui/save-as'
import { token } from '../ui/theme'
import { currentRun, filterOf, runName, useLab } from './state'

const TYPES = { svg: 'image/svg+xml', csv: 'text/csv', html: 'text/html' } as const

/** Saves something of the current run's results as a file and says so. */
export async function saveResult(title: string, ending: keyof typeof TYPES, content: string | Promise<string>): Promise<void> {
  const run = currentRun()
  const name = `${slug(`${run ? runName(run) : ''} ${title}`) || 'lab'}.${ending}`
  await runCall(async () => {
    const file = await saveAs(name, new Blob([await content], { type: TYPES[ending] }))
    if (file !== undefined) notify(`Saved as ${file}.`)
  })
}

/** Saves the report of the current run, of the sessions that pass the filter, as one HTML page. */
export async function saveReport(): Promise<void> {
  const run = currentRun()
  if (!run) return
  const { chips } = useLab.get()
  const words = chips.map((chip) => (chip.isNot ? `not: ${chip.words}` : chip.words))
  const page = api.labPage.query({ run: run.id, filter: filterOf(chips), words }).then(({ html }) => html)
  await saveResult('report', 'html', page)
}

/** Saves the chart of a part as SVG, on the background of the window, whether it has been drawn there or not. */
export async function saveChart(part: Part, width: number): Promise<void> {
  const { appearance } = useSession.getState()
  const ink = (name: Colour): string => token(appearance, `--${name}`)
  await saveResult(part.title, 'svg', svgOf(part, width, ink))
}

async function svgOf(part: Part, width: number, ink: (name: Colour) => string): Promise<string> {
  const run = currentRun()
  if (part.chart?.kind === 'map' && run) {
    const map = await api.labMap.query({ run: run.id })
    return drawingMarkup(drawMap(map, mapMarks(part), width), ink, ink('stage'))
  }
  if (part.chart?.flow) return drawingMarkup(drawFlow(part.chart.flow, width), ink, ink('stage'))
  // Plot is loaded with the first report.
  const drawn = (await import('../../shared/lab/chart')).drawChart(part, width, ink)
  drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  drawn.style.background = ink('stage')
  return new XMLSerializer().serializeToString(drawn)
}
