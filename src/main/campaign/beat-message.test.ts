import { expect, it } from 'vitest'
import { beatFactsOf, formatBeatMessage, parseBeatMessage } from './beat-message'
import { authorLine } from './git/commits'

/** The trailers of a message by definition: lines `Name: value` of the last paragraph. */
function plainly(message: string): Map<string, string> {
  const trailers = new Map<string, string>()
  for (const line of message.trimEnd().split('\n\n').at(-1)?.split('\n') ?? []) {
    const match = /^([A-Z][a-z]+): (.*)$/s.exec(line)
    if (match) trailers.set(match[1] ?? '', match[2] ?? '')
  }
  return trailers
}

const OURS = ['Action: speak', 'Actor: Wren', 'Beat: 7', 'Kind: edit', 'As: Marget', 'Scene: sessions/session-1/001-scene', 'Agent: offline']
const STRANGE = [
  '',
  '',
  ' ',
  'A: b',
  'Actor:',
  'Actor: ',
  'ACtor: x',
  'Ä: x',
  'actor: x',
  'Beat: x: y',
  ': ',
  'Zz',
  'Zz: ',
  '\r',
  'Lamp light: on',
  'Zed:x'
]

/** A fixed sequence of numbers below a bound. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

it('a beat message is parsed line by line, whoever wrote it', () => {
  const below = dice(11)
  let ours = 0
  for (let run = 0; run < 4000; run++) {
    const lines = Array.from({ length: below(9) }, () => STRANGE[below(STRANGE.length)] ?? '')
    if (run % 2 === 0) lines.push(...OURS.filter((_, i) => i < 3 || below(2) === 0))
    if (run % 4 === 0) lines.splice(below(lines.length + 1), 0, STRANGE[2 + below(STRANGE.length - 2)] ?? '')
    const message = lines.join('\n')
    const { facts, trailers } = beatFactsOf({ id: 'a', parents: ['b'], time: 0, message })
    const plain = plainly(message)
    const isOurs = plain.has('Action') && plain.has('Actor') && plain.get('Beat') === '7'
    expect([message, facts.kind === 'foreign']).toEqual([message, !isOurs])
    if (!isOurs) continue
    ours++
    expect(trailers).toEqual(plain)
    expect([facts.action, facts.actor, facts.as, facts.agent, facts.scene]).toEqual(
      ['Action', 'Actor', 'As', 'Agent', 'Scene'].map((name) => plain.get(name))
    )
  }
  expect(ours).toBeGreaterThan(100)
})

it('beat messages contain no terminal controls from stories, seats or models, and params keep their values', () => {
  const params = { text: 'Look \u001b]0;pwned\u0007 at\u202e txt.exe', to: '\u009b2J' }
  const call = { kind: 'play' as const, action: 'speak', actor: 'Wren', params, agent: 'hand' }
  const spent = { model: 'm\u202eodel' }
  const subject = 'Wren: \u202egnp.exe\u001b[2J'
  const rolls = [{ expr: 'd6', dice: [4], total: 4, label: 'eg\u202eamad\u001b[2J' }]
  const message = formatBeatMessage({ subject, call, beat: 7, rolls, rules: 'abc', spent })
  // oxlint-disable-next-line no-control-regex
  expect(message).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
  expect(message.split('\n')[0]).toBe('Wren: \\u202egnp.exe\\u001b[2J')
  expect(parseBeatMessage({ id: 'a', parents: [], time: 0, message })).toMatchObject({ params, beat: { rolls } })
  expect(authorLine({ name: 'Wr\u202een', email: 'wren\u001b@x' }, 0)).toBe('Wr\\u202een <wren\\u001b@x> 0 +0000')
})
