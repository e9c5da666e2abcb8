import { slug } from '../../shared/story/names'
import { api } from '../client'
import { runCall } from '../run-call'
import { notify } from '../session'
import { saveAs } from '../ui/save-as'
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

/** A drawn chart as a file of its own, on the background of the window. */
export function svgText(chart: SVGSVGElement, background: string): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.style.background = background
  return new XMLSerializer().serializeToString(copy)
}
