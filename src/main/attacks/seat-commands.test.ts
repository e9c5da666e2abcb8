import { afterEach, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { toProblem } from '../../shared/base/problem'
import { commandDesk, type CommandDesk } from '../playthroughs/command-desk.fixture'

let at: CommandDesk
afterEach(() => at.close())
const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => toProblem(error).message
  )

/** Programs that do what a command must not. In the gate, every nth represents the others. */
const EVERY = sizeOf(import.meta.filename, 'every')
const PROGRAMS = [
  [
    'exits with an error',
    'import sys\nprint("No key.", file=sys.stderr)\nsys.exit(3)\n',
    'The command teller ended with exit code 3. It wrote to standard error: No key.'
  ],
  [
    'hangs',
    'import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)\n',
    'The tool teller took longer than 1 s and was ended.'
  ],
  ['writes without end', 'while True: print("x" * 100000)\n', 'The tool teller answered more than 4 MB and was ended.'],
  [
    'writes no JSON three times',
    'print("Rain falls.")\n',
    "DM's agent gave no valid action three times. The answer of the command teller wasn't JSON. Check it with `proscenium tool test`."
  ],
  ['answers a list', 'print("[1]")\n', "The answer of the command teller can't be used: the answer must be a map"],
  [
    'nests too deep',
    'print(\'{"calls": [{"tool": "narrate", "input": {"text": \' + "[" * 5000 + "]" * 5000 + "}}]}")\n',
    'The answer of the command teller nests deeper than 100 levels.'
  ],
  [
    'names no tool',
    'print(\'{"calls": [{"tool": "constructor", "input": {"__proto__": {"a": 1}}}]}\')\n',
    "DM's agent gave no valid action three times. "
  ]
] as const

it.each(PROGRAMS.filter((_, n) => n % EVERY === 0))(
  'a command that %s pauses the table with a sentence, and nothing has changed',
  async (what, program, sentence) => {
    // Only the one that hangs is ended by its time; on a busy machine the others may take long to start.
    at = await commandDesk(() => program, `timeout: ${what === 'hangs' ? 1 : 60}\n`)
    await at.trust()
    const before = at.tree()
    expect(await message(at.studio.step())).toContain(sentence)
    expect(at.tree()).toBe(before)
  }
)
