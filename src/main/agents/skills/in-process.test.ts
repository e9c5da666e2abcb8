import { describe, expect, it } from 'vitest'
import type { ToolUse } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { skillRegistry, type Skill } from '../../../shared/table/skills'
import { never } from '../../../shared/base/abort'
import { choice, DM_OFFERS, offer } from '../offline/tiny-views.fixture'
import { inProcessSkills } from './in-process'

const request = (skill: string, parameters = {}) => ({ actionId: 'a', skill, parameters, state: {}, sessionId: 's' })

function seated(offers: readonly Offer[], later: Offer[] = []) {
  const used: [ToolUse, string][] = []
  const skills = inProcessSkills({
    names: () => ({}),
    offers: () => offers,
    everyOffer: () => [...offers, ...later].map((one) => ({ ...one, forms: [one.params] })),
    use: async (use, actionId) => {
      used.push([use, actionId])
      return use.tool === 'refuses' ? { ok: false, text: 'The bell is cracked.' } : { ok: true, text: 'Done.' }
    }
  })
  return { skills, used, skill: (name: string) => skills.find((one) => one.name === name) as Skill }
}

describe('skills in-process', () => {
  it('in-process skills are every tool that the seat may have, also those that look and those that end the turn', () => {
    const { skills, skill } = seated(DM_OFFERS, [offer('open_session', [], 'turn')])
    expect(skills.map(({ name }) => name)).toEqual([...new Set([...DM_OFFERS.map(({ name }) => name), 'open_session'])].toSorted())
    expect(skills.every(({ runs, inputSchema }) => runs === 'in-process' && inputSchema['type'] === 'object')).toBe(true)
    expect([skill('call_on').endsTurn, skill('open_session').endsTurn, skill('narrate').endsTurn]).toEqual([true, true, undefined])
  })

  it('parameters are checked without choices before a plan runs, and with the present choices when it runs', async () => {
    const { skill, used } = seated([offer('give', [choice('who', ['Wren', "O'Hara"], { aliases: ['to'] })], 'free')])
    const give = skill('give')
    expect(give.misfit({ who: 'nobody yet' })).toBeUndefined()
    expect(give.misfit({ to: 'Wren' })).toBeUndefined()
    expect(give.misfit({})).toBe('give needs "to". Call it again with it.')
    expect(give.misfit({ who: 'Wren', coin: 1 })).toBeUndefined()
    expect(give.misfit({ who: { id: 'Wren' } })).toBe('give needs a text for "to".')
    expect(await give.run(request('give', { to: 'ohara', coin: 1 }), never)).toMatchObject({
      success: true,
      output: { text: "Understood to as O'Hara. Left out coin. Done." }
    })
    expect(used.splice(0)).toMatchObject([[{ tool: 'give', input: { who: "O'Hara" } }, 'a']])
    expect(await give.run(request('give', { who: "O'Hara" }), never)).toEqual({
      success: true,
      output: { text: 'Done.' },
      stateChanges: [],
      errors: []
    })
    expect(await give.run(request('give', { who: 'nobody' }), never)).toMatchObject({
      success: false,
      errors: ['give can\'t take "nobody" for "to". Choose one of: Wren, O\'Hara.']
    })
    expect(used).toEqual([[{ tool: 'give', input: { who: "O'Hara" } }, 'a']])
  })

  it("a refused or unavailable skill fails with the table's sentence", async () => {
    const { skill } = seated([offer('refuses', [], 'free'), offer('waits', [], 'free')], [offer('later', [], 'free')])
    expect(await skill('refuses').run(request('refuses'), never)).toMatchObject({ success: false, errors: ['The bell is cracked.'] })
    expect(await skill('later').run(request('later'), never)).toMatchObject({
      success: false,
      errors: ['There is no tool "later" now. Choose one of: refuses, waits.']
    })
  })

  it('an in-process skill wins over a tool of the same name, which is a finding that says what to do', () => {
    const { skills } = seated(DM_OFFERS)
    const tool = { ...(skills[0] as Skill), name: 'narrate', runs: 'external' as const, origin: 'tools/narrate' }
    const { skills: known, findings } = skillRegistry([
      ...skills,
      tool,
      { ...tool, name: 'quest' },
      { ...tool, name: 'quest', origin: 'tools/quests' }
    ])
    expect(known.get('narrate')?.runs).toBe('in-process')
    expect(known.get('quest')?.origin).toBe('tools/narrate')
    expect(findings.map(({ message }) => message)).toEqual([
      'tools/narrate has a skill "narrate", but the table has a skill of that name already, so it can\'t be used. Rename the one in tools/narrate.',
      'tools/quests has a skill "quest", but tools/narrate has a skill of that name already, so it can\'t be used. Rename the one in tools/quests.'
    ])
  })
})
