import { InvalidArgumentError, type Command } from 'commander'
import { type ArrowDocument, type ArrowId, type PlayStep, readArrow, readAsRecorded, replay, type Replay, startPlay } from '../../arrow'
import { MAX_TRACE, readTrace } from '../../arrow/schemas'
import { Problem } from '../../shared/base/problem'
import { interpretLine, playChoices, pageWords } from './arrow-page'
import type { ExitCode, Terminal } from './terminal'
import { documentText, textFile, type FileRequirements } from './text-file'
import { type CommandContext, type JsonFlag, resultCommand } from './usage'

const TRACE: FileRequirements = { what: 'a trace', maxBytes: MAX_TRACE, tooLarge: 'Record a shorter play.' }

/** A seed: any whole number of 32 bits. */
export const seedOption = (text: string): number => {
  if (!/^\d{1,10}$/.test(text) || Number(text) > 0xffffffff) throw new InvalidArgumentError('Give a whole number from 0 to 4294967295.')
  return Number(text)
}

/** The commands that play Arrow documents and replay recorded plays. */
export function arrowPlayCommands(arrow: Command, { to, print, setExitCode }: CommandContext): void {
  resultCommand(arrow, 'replay', 'play a recorded play again and compare every event with the recording', 'arrow replay inn.arrow inn.first.s1.jsonl')
    .argument('<file>', 'the Arrow document')
    .argument('<trace>', 'a play of it recorded from Arrow’s HTML-JS runtime, as JSON Lines')
    .action((file: string, trace: string, { json }: JsonFlag) => {
      const result = replay(readAsRecorded(documentText(file)), readTrace(textFile(trace, TRACE)))
      print(json, result, replayWords(result, trace))
      setExitCode(result.difference ? 1 : 0)
    })

  resultCommand(
    arrow,
    'play',
    'play a document in the terminal, with --json as a line of JSON for each event',
    'arrow play inn.arrow',
    'arrow play inn.arrow --from "At the bar" --seed 7'
  )
    .argument('<file>', 'the Arrow document')
    .option('--from <node>', 'id or name of the node to start from (default: the document’s entry)')
    .option('--seed <n>', 'seed of everything random (default: 1)', seedOption)
    .addHelpText(
      'after',
      '\nWhile playing: type a number to choose, press Enter to continue; :vars and :tags show values, :back goes back one step, :skip skips, :quit ends.'
    )
    .action(async (file: string, { from, seed = 1, json = false }: { from?: string; seed?: number } & JsonFlag) => {
      const { document } = readArrow(documentText(file))
      const started = startPlay(document, { seed, ...(from === undefined ? {} : { from: nodeNamed(document, from) }) })
      setExitCode(await playHere(document, started, to, json))
    })
}

/** A node by its id or, if no node has that id, its name. Throws Problem `not-found`. */
export function nodeNamed(document: ArrowDocument, text: string): ArrowId {
  const { nodes } = document.resources
  if (/^\d{1,16}$/.test(text) && nodes.has(Number(text))) return Number(text)
  const named = [...nodes].filter(([, { name }]) => name === text)
  const [first] = named
  if (!first) throw new Problem('not-found', `No node is called “${text}”. Give the name or the id of a node of the document.`)
  if (named.length > 1)
    throw new Problem('bad-input', `${named.length} nodes are called “${text}”. Give the id of one: ${named.map(([id]) => id).join(', ')}.`)
  return first[0]
}

function replayWords({ events, actions, difference }: Replay, trace: string): string {
  if (!difference) return `The play is the same as recorded: ${events} events, ${actions} of them actions.`
  const { line, node, expected, came } = difference
  return `${trace}:${line} ${node}: expected ${expected}; came ${came}.`
}

/** Plays with the lines of the terminal until the play or the lines end. Returns 1 if broken data stopped the play. */
async function playHere(document: ArrowDocument, started: PlayStep, to: Terminal, json: boolean): Promise<ExitCode> {
  let step = started
  const show = (): void => {
    if (json) for (const event of step.events) to.out(JSON.stringify(event))
    else for (const line of pageWords(step)) to.out(line)
  }
  show()
  if (playChoices(step.state).length === 0) return step.state.stopped ? 1 : 0
  for await (const line of to.lines?.() ?? []) {
    const answer = interpretLine(document, step.state, line)
    if ('quit' in answer) break
    if ('words' in answer) to[json ? 'err' : 'out'](answer.words)
    else {
      step = answer.step
      show()
      if (playChoices(step.state).length === 0) break
    }
  }
  return step.state.stopped ? 1 : 0
}
