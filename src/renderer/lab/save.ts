import { slug } from '../../shared/story/names'
import { runCall } from '../run-call'
import { notify } from '../session'
import { saveAs } from '../ui/save-as'
import { currentRun, runName } from './state'

/** Saves a part of the current run's results as a file and says so. */
export async function saveResult(title: string, ending: 'svg' | 'csv', content: string): Promise<void> {
  const run = currentRun()
  const name = `${slug(`${run ? runName(run) : ''} ${title}`) || 'lab'}.${ending}`
  await runCall(async () => {
    const file = await saveAs(name, new Blob([content], { type: ending === 'svg' ? 'image/svg+xml' : 'text/csv' }))
    if (file !== undefined) notify(`Saved as ${file}.`)
  })
}

/** A drawn chart as a file of its own, on the background of the window. */
export function svgText(chart: SVGSVGElement, background: string): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.style.background = background
  return new XMLSerializer().serializeToString(copy)
}
