import { afterEach, expect, it, vi } from 'vitest'
import { toProblem } from '../../shared/base/problem'
import { commandDesk, type CommandDesk } from './command-desk.fixture'

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
near = [{"name": call["tool"], "arguments": call["input"]} for call in calls]
print("Here you are:\\n" + json.dumps({"calls": near if "narrate" in names else calls}))
`
let at: CommandDesk
afterEach(() => at.close())
const message = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => toProblem(error).message
  )

it('a command in Python plays the DM once it is trusted: it continues its conversation, is recorded, replayed without running, and verified', async () => {
  vi.stubEnv('INN_NAME', 'The Bell')
  vi.stubEnv('OTHER_SECRET', 'x')
  at = await commandDesk(teller, 'continue: [python3, teller.py, --continue, "{session}"]\nenvironment: [INN_NAME]\n')
  expect(await message(at.studio.step())).toBe(
    'The command "teller" isn\'t trusted in this campaign. Look at it under Tools… and trust it, or choose another agent in Settings.'
  )
  await at.trust()
  const beats = [await at.studio.step(), await at.studio.step(), await at.studio.step(), await at.studio.step()]
  vi.unstubAllEnvs()
  expect(beats.map((beat) => `${beat?.action} ${beat?.agent}`)).toEqual([
    'open_session command',
    'open_scene command',
    'narrate command',
    'call_on command'
  ])

  const [first, ...others] = at.requests()
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

  // Its calls in the scene had the names that models use, and the record says what was understood.
  const understood = 'Understood your answer as a call of narrate; answer with {"calls": [{"tool": "…", "input": {…}}]}.'
  expect(exchanges.at(-1)?.uses[0]).toMatchObject({ tool: 'narrate', understood })

  const count = at.requests().length
  const again = await at.studio.rerun({ turn: beats[2]?.id ?? '', seat: { agent: 'replay' } })
  expect(again.beat).toBeDefined()
  expect(at.requests()).toHaveLength(count)
  expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
})
