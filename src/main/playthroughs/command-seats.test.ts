import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { toProblem } from '../../shared/problem'
import { desk, type Desk } from './studio.fixture'

/** A command in Python that plays any seat, notes each request in a file, and answers with text around its JSON. */
const teller = (notes: string): string => `import json
import os
import sys

request = json.load(sys.stdin)
with open(${JSON.stringify(notes)}, "a") as file:
    file.write(json.dumps({**request, "args": sys.argv[1:], "inn": os.environ.get("INN_NAME"), "secret": os.environ.get("OTHER_SECRET")}) + "\\n")
names = [tool["name"] for tool in request["tools"]]
choice = {
    "open_session": {"title": "Saint Odo's bell"},
    "open_scene": {"title": "Rain", "place": "throat-yard", "aim": "Look."},
    "narrate": {"text": "Rain falls on O'Hara's yard."},
    "call_on": {"who": ["all"]},
}
print("Thinking.", file=sys.stderr)
calls = [{"tool": name, "input": choice[name]} for name in choice if name in names]
print("Here you are:\\n" + json.dumps({"calls": calls}))
`
const MANIFEST = `name: teller
description: Tells a story.
kind: agent
run: [python3, teller.py, --new, "{session}"]
`

let at: Desk
afterEach(() => at.close())

/** A desk whose DM is the command, with this program and more in its manifest. */
async function commandDesk(program: (notes: string) => string, more = ''): Promise<() => Record<string, unknown>[]> {
  at = await desk()
  const notes = join(at.home, 'notes.jsonl')
  mkdirSync(join(at.dir, 'tools/teller'), { recursive: true })
  writeFileSync(join(at.dir, 'tools/teller/teller.py'), program(notes))
  writeFileSync(join(at.dir, 'tools/teller/tool.yaml'), MANIFEST + more)
  await at.studio.adopt()
  await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { DM: { agent: 'command', command: 'teller' } } })
  return () =>
    readFileSync(notes, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
}
async function trust(): Promise<void> {
  const { tools } = await at.studio.tools()
  await at.studio.trustTools({ decisions: tools.map(({ key, hash }) => ({ key, hash, trust: true })) })
}
const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => toProblem(error).message
  )

it('a command in Python plays the DM once it is trusted: it continues its conversation, is recorded, replayed without running, and verified', async () => {
  process.env['INN_NAME'] = 'The Bell'
  process.env['OTHER_SECRET'] = 'x'
  const requests = await commandDesk(teller, 'continue: [python3, teller.py, --continue, "{session}"]\nenvironment: [INN_NAME]\n')
  expect(await message(at.studio.step())).toBe(
    'The command "teller" isn\'t trusted in this campaign. Look at it under Tools… and trust it, or choose another agent in Settings.'
  )
  await trust()
  const beats = [await at.studio.step(), await at.studio.step(), await at.studio.step(), await at.studio.step()]
  delete process.env['INN_NAME']
  delete process.env['OTHER_SECRET']
  expect(beats.map((beat) => `${beat?.action} ${beat?.agent}`)).toEqual([
    'open_session command',
    'open_scene command',
    'narrate command',
    'call_on command'
  ])

  const [first, ...others] = requests()
  expect(first).toMatchObject({ continues: false, who: 'DM', inn: 'The Bell', secret: null, args: ['--new', first?.['sessionId']] })
  expect(String(first?.['prompt'])).toMatch(/# Tools\n- [^]*\n- open_session: [^]*\n\nAnswer with one JSON object and nothing else: .*$/)
  const inScene = others.filter(({ continues }) => continues)
  expect(inScene.length).toBeGreaterThan(0)
  for (const { args, sessionId, prompt } of inScene) {
    expect(args).toEqual(['--continue', sessionId])
    expect(String(prompt).length).toBeLessThan(String(first?.['prompt']).length / 2)
  }

  const turn = await at.studio.turn({ id: beats[2]?.id ?? '' })
  expect(turn).toMatchObject({ seat: { agent: 'command', command: 'teller' } })
  const exchanges = [...(turn?.earlier ?? []).flatMap((one) => one.exchanges), ...(turn?.exchanges ?? [])]
  expect(exchanges.at(-1)).toMatchObject({ model: 'teller', stderr: 'Thinking.\n', usage: { cost: 0, estimated: true } })

  const count = requests().length
  const again = await at.studio.rerun({ turn: beats[2]?.id ?? '', seat: { agent: 'replay' } })
  expect(again.beat).toBeDefined()
  expect(requests()).toHaveLength(count)
  expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
}, 60_000)

it.each([
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
])(
  'a command that %s pauses the table with a sentence, and nothing has changed',
  async (_what, program, sentence) => {
    await commandDesk(() => program, 'timeout: 1\n')
    await trust()
    const before = at.tree()
    expect(await message(at.studio.step())).toContain(sentence)
    expect(at.tree()).toBe(before)
  },
  60_000
)
