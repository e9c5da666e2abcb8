import { expect, it } from 'vitest'
import { command } from './program.fixture'

const line = (at: number, kind: string, text: string, writer: object, by = 'DM') => ({
  entry: { at: '', beat: at, by, kind, text },
  commit: String.fromCharCode(96 + at).repeat(40),
  scene: 'sessions/session-1/001-scene',
  parts: [{ from: 0, to: text.length, writer }]
})
const note = { id: 'n1', at: 1, n: 3, subject: '', commit: 'c'.repeat(40), text: 'Too wet?\nAsk Ann.', quote: 'It rains', by: 'Mo' }
const answers = {
  storyLog: () => [
    line(1, 'scene', 'The rim', { by: 'designer' }),
    line(2, 'narration', 'Cold air rises.', { by: 'built-in' }),
    line(3, 'narration', 'It rains upward.', { by: 'model', model: 'claude-haiku-4-5' })
  ],
  directorNotes: () => ({ notes: [note], problems: ["The director's notes on beat dd can't be read."] })
}
const log = async (...args: string[]) => command(['log', '/c', ...args], answers)

it('the log says who wrote each line, and prints the director’s notes below theirs', async () => {
  const { out, err } = await log('--writers', '--notes')
  expect(out.join('\n').split('\n')).toEqual([
    '## The rim (the designer)',
    'Cold air rises. (built-in text)',
    'It rains upward. (claude-haiku-4-5)',
    '  [director’s note by Mo on “It rains”] Too wet?',
    '  Ask Ann.'
  ])
  expect(err).toEqual(["The director's notes on beat dd can't be read."])
})

it('the log is filtered by writers', async () => {
  expect((await log('--by', 'model')).out).toEqual(['It rains upward.'])
  expect((await log('--by', 'built-in,model')).out).toEqual(['Cold air rises.\nIt rains upward.'])
  expect((await log('--by', 'player')).out).toEqual(['No line has words by these writers.'])
  expect(await log('--by', 'me')).toMatchObject({ code: 2 })
})

it('as JSON, the log always has the writers, and the notes if they are asked for', async () => {
  const lines = (out: readonly string[]): Record<string, unknown>[] => JSON.parse(out.join('\n')) as Record<string, unknown>[]
  const { out, asked } = await log('--json')
  expect(lines(out).map(({ parts, notes }) => `${typeof parts} ${typeof notes}`)).toEqual(Array(3).fill('object undefined'))
  expect(asked).toContainEqual(['storyLog', { writers: true }])
  expect(lines((await log('--json', '--notes')).out).map(({ notes }) => (notes as unknown[]).length)).toEqual([0, 0, 1])
})
