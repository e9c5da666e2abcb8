import { InvalidArgumentError, type Command } from 'commander'
import {
  type ArrowDocument,
  coerced,
  fitsType,
  MAX_REACH_STEPS,
  MAX_REACH_RUNS,
  type PlayValue,
  type ReachReport,
  type ReachWish,
  readArrow,
  type UnreachedNode
} from '../../arrow'
import { Problem } from '../../shared/base/problem'
import { nodeNamed, seedOption } from './arrow-play'
import { titledTable } from './odds-words'
import { longAnswer } from './progress'
import { documentText } from './text-file'
import { type CommandContext, type JsonFlag, resultCommand } from './usage'
import { clipped } from '../../shared/words/clipped'

interface ReachFlags extends JsonFlag {
  runs: number
  steps: number
  seed: number
  from?: string
  assume?: string[]
}

const upTo =
  (most: number) =>
  (text: string): number => {
    if (!/^\d{1,8}$/.test(text) || Number(text) < 1 || Number(text) > most) throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`)
    return Number(text)
  }

/** The command that plays a document many times. */
export function arrowReachCommand(arrow: Command, { campaigns, to, print, setExitCode }: CommandContext): void {
  resultCommand(
    arrow,
    'reach',
    'play a document many times at random and report how often each node, line and choice is reached, and why the rest is not',
    'arrow reach inn.arrow',
    'arrow reach inn.arrow --runs 10000 --assume has_key=true gold=5'
  )
    .argument('<file>', 'the Arrow document')
    .option('--runs <n>', 'how many playthroughs', upTo(MAX_REACH_RUNS), 1000)
    .option('--steps <n>', 'the most actions of the player in each playthrough', upTo(MAX_REACH_STEPS), 200)
    .option('--seed <n>', 'seed of everything random', seedOption, 1)
    .option('--from <node>', 'id or name of the node to start from (default: the document’s entry)')
    .option('--assume <name=value...>', 'initial values for variables that are set outside the document')
    .action(async (file: string, { json, from, assume = [], ...flags }: ReachFlags) => {
      const text = documentText(file)
      const { document } = readArrow(text)
      const wish: ReachWish = { ...flags, assume: assumed(document, assume), ...(from === undefined ? {} : { from: nodeNamed(document, from) }) }
      const progress = ({ done, of }: { done: number; of: number }): string => `Played ${done} of ${of} times.`
      const reach = await campaigns.none(async (calls) => longAnswer(to, await calls.arrowReach({ text, ...wish }), progress))
      print(json, reach, reachReportWords(document, reach))
      setExitCode(reach.unreached.some(({ why }) => why === 'dead') || reach.problems.length > 0 ? 1 : 0)
    })
}

/** Values by variable id, from `name=value`. Throws Problem `bad-input`. */
function assumed({ resources }: ArrowDocument, settings: readonly string[]): Record<string, PlayValue> {
  return Object.fromEntries(
    settings.map((one) => {
      const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(one) ?? []
      const found = [...resources.variables].find(([, variable]) => variable.name === name)
      if (!found) throw new Problem('bad-input', `“${one}” names no variable of the document. Use the form name=value.`)
      const [id, { type }] = found
      const fits = type === 'str' || (type === 'num' ? /^-?\d{1,16}$/.test(text) : /^(?:true|false)$/.test(text))
      const value = fits ? coerced(text, type) : undefined
      if (value === undefined || !fitsType(value, type)) throw new Problem('bad-input', `“${text}” isn't a value for ${name}. Use ${KINDS[type]}.`)
      return [id, value]
    })
  )
}

const KINDS = { num: 'a whole number', str: 'a text', bool: 'true or false' } as const

const HEADINGS: Readonly<Record<UnreachedNode['why'], string>> = {
  dead: 'Nothing leads here',
  gated: 'Needs a value that nothing sets',
  unmet: 'Needs a condition that was never met',
  chance: 'Not reached by chance'
}

/** The report in words: how playthroughs ended, how often each node was reached, choices that end the story, and unreached nodes with reasons. */
function reachReportWords(document: ArrowDocument, report: ReachReport): string {
  const { nodes } = document.resources
  const name = (id: number): string => nodes.get(id)?.name ?? String(id)
  const percent = (times: number, of: number): string => (of === 0 ? '–' : `${Math.round((100 * times) / of)}%`)
  const reached = report.nodes.filter(({ plays }) => plays > 0)
  const shown = report.options.filter(({ offered }) => offered > 0)
  const ends = `${report.runs} playthroughs: ${report.ended} ended, ${report.cut} used up their actions, ${report.stopped} were stopped by a problem.`
  const unreached = (Object.keys(HEADINGS) as UnreachedNode['why'][]).flatMap((why) =>
    titledTable(
      HEADINGS[why],
      ['', 'why'],
      report.unreached.filter((one) => one.why === why).map(({ node, words }) => [name(node), words])
    )
  )
  const sections = [
    [ends, `${reached.length} of ${report.nodes.length} nodes were reached.`],
    titledTable(
      'Nodes',
      ['', 'type', 'plays', 'times'],
      reached.map(({ node, plays, times }) => [name(node), nodes.get(node)?.type ?? '', percent(plays, report.runs), String(times)])
    ),
    titledTable(
      'Lines and choices',
      ['', 'text', 'taken', 'runs dry'],
      shown.map((one) => [name(one.node), shorten(one.text), percent(one.taken, one.offered), one.dry > 0 ? percent(one.dry, one.taken) : ''])
    ),
    unreached,
    titledTable(
      'Set outside the document',
      ['', 'value'],
      report.outside.map((one) => [one.name, `${one.value === null ? 'none' : String(one.value)}${one.assumed ? ' (assumed)' : ''}`])
    ),
    titledTable(
      'Problems',
      ['', 'what'],
      report.problems.map(({ message, plays }) => [`${plays} of ${report.runs} plays`, message])
    )
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

const shorten = (text: string): string => clipped(text, 50).replaceAll('\n', ' ')
