import { isMap, isScalar, isSeq, LineCounter } from 'yaml'
import type { ProblemData } from '../../../shared/base/problem'
import { flagOf, isFlagWord } from '../../../shared/base/flag-words'
import { yamlDocument } from '../../../shared/base/yaml-document'
import { overLimits } from '../../../shared/base/yaml-limits'
import { finding } from './finding'

/** The keys of maps whose values may be true, false, a number or a text: no schema notices a text that was meant as true or false. */
const FLAG_MAPS: ReadonlySet<unknown> = new Set(['facts', 'tags', 'set_fact'])
/** A cheap test that leaves out almost every file. */
const MAY_HAVE_FLAGS = /:[ \t]+(?:yes|no|on|off|y|n)[ \t]*(?:[,}#\r\n]|$)/i
const LIMITS = { depth: 48, entries: 30_000 }

/** Facts and tags of a YAML file whose value is a plain `no`, `off`, `yes` and the like, which is a text and so counts as true. */
export function flagFindings(file: string, text: string): ProblemData[] {
  if (!MAY_HAVE_FLAGS.test(text) || overLimits(text, LIMITS)) return []
  const lines = new LineCounter()
  const read = yamlDocument(text, lines)
  if (!('document' in read)) return []
  const found: ProblemData[] = []
  const queue: [key: unknown, node: unknown][] = [[undefined, read.document.contents]]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [key, node] = next
    if (isSeq(node)) for (const item of node.items) queue.push([key, item])
    if (!isMap(node)) continue
    for (const pair of node.items) {
      const name = isScalar(pair.key) ? pair.key.value : undefined
      queue.push([name, pair.value])
      const { value } = pair
      if (!FLAG_MAPS.has(key) || !isScalar(value) || value.type !== 'PLAIN' || !isFlagWord(value.value)) continue
      const what = `"${String(name)}" is the text "${value.value}", which counts as true.`
      const { line } = lines.linePos(value.range?.[0] ?? 0)
      found.push(finding('remark', file, line, `${what} Write ${flagOf(value.value)}, or put the word in quotes if it is meant as text.`))
    }
  }
  return found.toReversed()
}
