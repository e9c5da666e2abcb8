import { InvalidArgumentError, type Command } from 'commander'
import { type CallContext, type ArrowCallResult, callsIn, readArrow, repairOf, saveArrow } from '../../arrow'
import { runBatch, runCall } from '../../arrow/schemas'
import { diffLines, hunks } from '../../shared/base/diff-lines'
import { Problem } from '../../shared/base/problem'
import type { Terminal } from './terminal'
import { documentText, saveOrPrint, textFile } from './text-file'
import { type CommandContext, type JsonFlag, resultCommand } from './usage'

const MAX_CALLS = 8 << 20

const idOption = (text: string): number => {
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(Number(text))) throw new InvalidArgumentError('Give the id of a node or a scene.')
  return Number(text)
}
const idsOption = (text: string): number[] => text.split(',').map(idOption)

interface CallOptions extends JsonFlag {
  scene?: number
  select?: number[]
  fileSlots?: boolean
  save?: boolean
}

/** The commands that change Arrow documents: by calls of the protocol's functions, and by a repair. */
export function arrowCallCommands(arrow: Command, { to, print, setExitCode }: CommandContext): void {
  resultCommand(
    arrow,
    'call',
    'run a call of the assistant’s protocol, or a batch of calls, on a document',
    'arrow call inn.arrow calls.json',
    'arrow call inn.arrow - --save < calls.json'
  )
    .argument('<file>', 'the Arrow document')
    .argument('<calls>', 'a JSON file with a function_call or a function_call_batch; - reads it from the standard input')
    .option('--scene <id>', 'the open scene, for “current” and new nodes', idOption)
    .option('--select <ids>', 'the selected nodes, for “selected” and its relatives', idsOption)
    .option('--file-slots', 'count the outputs of conditions as files do: 0 is false')
    .option('--save', 'save the changed document')
    .action(async (file: string, calls: string, { scene, select, fileSlots = false, save = false, json }: CallOptions) => {
      const text = documentText(file)
      const { document } = readArrow(text)
      const message = callsIn(
        jsonOf(calls === '-' ? await piped(to) : textFile(calls, { what: 'a file of calls', maxBytes: MAX_CALLS, tooLarge: 'Split it.' }), calls)
      )
      if (!message) throw new Problem('bad-input', `${calls} contains no call. Write {"function": …, "arguments": {…}} or a function_call_batch.`)
      const context: CallContext = {
        ...(scene !== undefined && { scene }),
        ...(select && { selected: select }),
        ...(fileSlots && { polarity: 'file' as const }),
        ids: { now: Date.now() }
      }
      const [first] = message.calls
      const ran = message.batch || !first ? runBatch(document, message.calls, context) : runCall(document, first, context)
      print(json, { ...(message.requestId !== undefined && { request_id: message.requestId }), ...ran.result }, resultWords(ran.result))
      if (!ran.result.success) setExitCode(1)
      else if (ran.document !== document) showChanges(to, { file, before: text, after: saveArrow(ran.document, document, now()), save })
    })

  resultCommand(
    arrow,
    'repair',
    'show how a broken document can be repaired; save it only with --save',
    'arrow repair inn.arrow',
    'arrow repair inn.arrow --save'
  )
    .argument('<file>', 'the Arrow document')
    .option('--save', 'save the repaired document')
    .action((file: string, { save = false, json }: { save?: boolean } & JsonFlag) => {
      const text = documentText(file)
      const repair = repairOf(text)
      if (!repair) {
        // Throws the reason for a document that can't be opened or repaired.
        readArrow(text)
        return print(json, { done: [] }, `${file} needs no repair.`)
      }
      print(json, { done: repair.done }, repair.done.join('\n'))
      showChanges(to, { file, before: text, after: repair.text, save })
      setExitCode(save ? 0 : 1)
    })
}

const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

async function piped(to: Terminal): Promise<string> {
  const lines: string[] = []
  let size = 0
  for await (const line of to.lines?.() ?? []) {
    size += line.length
    if (size > MAX_CALLS) throw new Problem('bad-input', `The calls are larger than ${MAX_CALLS >> 20} MB. Split them.`)
    lines.push(line)
  }
  return lines.join('\n')
}

function jsonOf(text: string, from: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('bad-input', `${from === '-' ? 'The standard input' : from} is not JSON. Write the calls as JSON.`)
  }
}

/** The effect of a call, or why it was refused. */
function resultWords(result: ArrowCallResult): string {
  if (!result.success) {
    const users = result.referenced_by ?? result.used_by
    return `${result.code}${result.failed_at === undefined ? '' : ` in call ${result.failed_at + 1}`}: ${result.error}${users ? ` (${users.join(', ')})` : ''}`
  }
  const nodes = result.created_nodes.length > 0 ? `Created nodes ${result.created_nodes.join(', ')}` : 'Created no nodes'
  const ignored = result.ignored ? [`Ignored: ${result.ignored.join(', ')}.`] : []
  return [`${nodes} and ${result.created_connections} connections.`, ...(result.notes ?? []), ...ignored].join('\n')
}

/** Shows the changes of a file, and saves them only if requested. */
export function showChanges(to: Terminal, { file, before, after, save }: { file: string; before: string; after: string; save: boolean }): void {
  for (const part of hunks(diffLines(before, after))) {
    if ('skipped' in part) to.err(`  … ${part.skipped} lines`)
    else for (const { op, text: line } of part.lines) to.err(`${op === 'added' ? '+' : op === 'removed' ? '-' : ' '} ${line}`)
  }
  if (!save) return to.err(`${file} is unchanged. To save this, add --save.`)
  saveOrPrint(to, file, after)
}
