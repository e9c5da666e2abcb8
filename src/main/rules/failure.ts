import { Problem } from '../../shared/base/problem'
import { lineOf } from './compile'
import type { VmStopped } from './sandbox-vm'
import { readYamlFile } from './yaml-file'

/** The kernel's answer if a rule fails. */
export interface RuleFailure {
  refused?: string
  invalid?: string
  threw?: string
  stack?: string
  rule?: string
  file?: string
  /** The keys of the failing place in a YAML action, below `execute`. */
  path?: (string | number)[]
}

/** The place in the game's files that a stack leads to: the innermost stack frame in one of them. */
export function placeOf(stack: string, sources: ReadonlyMap<string, string>): { file: string; line: number } | undefined {
  for (const [, file = '', line] of stack.matchAll(/(?:\(|at )([^():]+\.ts):(\d+)/g)) if (sources.has(file)) return { file, line: Number(line) }
  return undefined
}

const sentence = (text: string): string => text.trim().replace(/[.!?]?$/, (end) => end || '.')

/** A rule's failure as a Problem: `refused` with the rule's sentence, otherwise `rule-failed` with `{rule, file, line}`. */
export function ruleProblem(failed: RuleFailure, sources: ReadonlyMap<string, string>): Problem {
  const rule = failed.rule ?? ''
  if (failed.refused !== undefined) return new Problem('refused', sentence(failed.refused), { rule })
  const { file, line } = placeOf(failed.stack ?? '', sources) ?? { file: failed.file, line: lineIn(failed, sources) }
  const where = file === undefined ? '' : ` Look at ${file} line ${line}.`
  if (failed.invalid !== undefined) return new Problem('rule-failed', `The rule "${rule}" ${failed.invalid}.${where}`, { rule, file, line })
  const threw = failed.threw ?? ''
  if (/^InternalError: interrupted$/.test(threw))
    return new Problem('rule-failed', `The rule "${rule}" ran too long and was stopped.${where}`, { rule, file, line })
  if (/out of memory/.test(threw)) return new Problem('rule-failed', `The rule "${rule}" ran out of memory.${where}`, { rule, file, line })
  if (/stack overflow/i.test(threw))
    return new Problem('rule-failed', `The rule "${rule}" exceeded the call stack, because it calls itself too often.${where}`, { rule, file, line })
  return new Problem('rule-failed', `The rule "${rule}" failed: ${sentence(threw || 'it threw an error without a message')}${where}`, {
    rule,
    file,
    line
  })
}

/** The line of a problem with a YAML action: the first line with the first word that the message quotes. */
function lineIn(failed: RuleFailure, sources: ReadonlyMap<string, string>): number {
  const source = failed.file === undefined ? undefined : sources.get(failed.file)
  if (source !== undefined && failed.path && failed.file !== undefined) return readYamlFile(source, failed.file).lineOf(['execute', ...failed.path])
  const word = /"([^"]+)"/.exec(failed.invalid ?? '')?.[1]
  return source === undefined || word === undefined ? 1 : lineOf(source, word)
}

/** A call that was stopped, as a Problem `rule-failed` with `{rule, file, line}`, or with only the rule's `file` if the line is unknown. */
export function stoppedProblem(stopped: VmStopped, what: string, sources: ReadonlyMap<string, string>, file?: string): Problem {
  const place = placeOf(stopped.stack2, sources) ?? (file === undefined ? undefined : { file })
  const where = place ? ` Look at ${place.file}${'line' in place ? ` line ${place.line}` : ''}.` : ''
  const ending = (): string => {
    if (stopped.reason === 'fuel') return 'ran too long and was stopped.'
    if (/out of memory/.test(stopped.message)) return 'ran out of memory.'
    if (/call stack/.test(stopped.message)) return 'exceeded the call stack.'
    if (stopped.reason === 'lost') return 'broke its sandbox, which was restored.'
    return `failed: ${sentence(stopped.message)}`
  }
  return new Problem('rule-failed', `${what} ${ending()}${where}`, { ...place })
}
