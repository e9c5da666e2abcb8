import { describe, expect, it } from 'vitest'
import { check } from './check-game'
import { dance, lines, patched } from './little-game.fixture'

describe('a game that is played for the check', () => {
  const bounds = { calls: 80, walk: 20 }
  const of = async (changes: Parameters<typeof patched>[0], file: string): Promise<string[]> =>
    lines((await check(patched(changes), { bounds })).findings).filter((line) => line.startsWith(file))

  it('says where a rule throws', async () => {
    expect(await of(dance('if (state.clock.minutes >= 0) state.nobody.name'), 'actions/dance')).toEqual([
      'actions/dance.ts:3 The rule "dance" failed: TypeError: cannot read property \'name\' of undefined.'
    ])
  })
  it('reports a failure of the rule, not of its file', async () => {
    const { findings } = await check(patched(dance('if (state.clock.minutes >= 0) state.nobody.name')), { bounds })
    expect(findings.find(({ data }) => data?.['file'] === 'actions/dance.ts')?.code).toBe('rule-failed')
  })
  it('names the line of a rule that throws while it is queried, and continues with the others', async () => {
    const changes = dance('')
    const text = String(changes['actions/dance.ts']).replace('available: () => true', 'available: () => state.x')
    const lines = await of({ ...changes, 'actions/dance.ts': `const state = {}.y\n${text}` }, '')
    expect(lines.filter((line) => line.startsWith('actions/dance.ts:3 The rule "dance" failed'))).toHaveLength(1)
  })
  it('reports an invalid state that a rule leaves', async () => {
    expect(
      await of(dance("if (params) return { stateDelta: { actors: { [actor]: { location: 'the moon' } } }, narrative: '.' }"), 'actions/dance')
    ).toEqual([
      expect.stringMatching(/^actions\/dance\.ts:2 actions\/dance\.ts sent an actor to "the moon", which is not a place \(\/actors\/\w+\/location\)/)
    ])
  })
  it('says what was never available, and why', async () => {
    const changes = dance('')
    const text = String(changes['actions/dance.ts']).replace('() => true', "() => 'needs music'")
    expect(await of({ ...changes, 'actions/dance.ts': text }, 'actions/dance')).toEqual([
      expect.stringMatching(
        /^actions\/dance\.ts:2 remark: "dance" was never available in the \d+ states that were tried\. Most common reason: needs music\.$/
      )
    ])
  })
  it('doesn’t report an action as unreachable if a rare condition grants it', async () => {
    const changes = dance('')
    const text = String(changes['actions/dance.ts']).replace('() => true', "(state, actor) => state.actors[actor]?.conditions['mad'] !== undefined")
    expect(await of({ ...changes, 'actions/dance.ts': text, 'conditions/mad.yaml': 'name: Mad\n' }, 'actions/dance')).toEqual([])
  })
  it('says which required choice can be empty', async () => {
    const changes = dance('')
    const text = String(changes['actions/dance.ts']).replace(
      'params: []',
      "params: (state, actor) => [{ name: 'with', type: 'enum', description: '', required: true, enum: state.clock.minutes > 0 || actor === 'Ben' ? ['Ada'] : [] }]"
    )
    expect(await of({ ...changes, 'actions/dance.ts': text }, 'actions/dance')).toEqual([
      expect.stringMatching(
        /^actions\/dance\.ts:2 remark: "dance" is available but isn't offered when its required parameter "with" has no choices \(\d+ times\)\. Return the reason from "available"\.$/
      )
    ])
  })
  it('says what is always refused', async () => {
    expect(await of(dance("throw refuse('There is no music')"), 'actions/dance')).toEqual([
      expect.stringMatching(/^actions\/dance\.ts:2 remark: "dance" was offered, but refused all \d+ times it was tried: There is no music\.$/)
    ])
  })
  it('reports a condition that nobody has and nothing names', async () => {
    expect(await of({ 'conditions/wet.yaml': 'name: Wet\n' }, 'conditions/')).toEqual([
      expect.stringMatching(
        /^conditions\/wet\.yaml:1 remark: Nobody had the condition "wet" in the \d+ states that were tried, and no rule, table or item names it\.$/
      )
    ])
  })
  it('gives the same answer every time', async () => {
    const [one, two] = [await check(patched({}), { bounds }), await check(patched({}), { bounds })]
    expect(two).toEqual(one)
    expect(one).toMatchObject({ calls: 80, world: 'made up' })
  })
  it('is not played if it doesn’t load', async () => {
    expect(await check(patched({ 'conditions/frightened.yaml': 'name: [' }), { bounds })).toMatchObject({ states: 0, calls: 0 })
  })
})
