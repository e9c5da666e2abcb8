import { describe, expect, it } from 'vitest'
import type { ToolAnswer, ToolUse, View } from '../../shared/table/agents'
import type { Offer } from '../../shared/story/game'
import type { ActionCall } from '../../shared/story/play'
import { QUIET, quietSide, seated } from './quiet.fixture'
import { playAgentTurn } from './play-turn'

const offer = (name: string, as?: string): Offer => ({ name, description: name, params: [], cost: 'free', ...(as === undefined ? {} : { as }) })

/** The answer to each tool use, and the calls that reached the story. */
async function using(offers: readonly Offer[], uses: readonly ToolUse[]): Promise<{ answers: ToolAnswer[]; played: ActionCall[] }> {
  const played: ActionCall[] = []
  const answers: ToolAnswer[] = []
  const side = quietSide({
    offers: () => [...offers],
    // A refusal records where it happened; this seat is nowhere.
    view: () => ({ who: 'DM' }) as View,
    play: async (call) => {
      played.push(call)
      return { beat: { id: 'b', n: 1, time: 0, subject: '', kind: 'play', action: call.action, actor: call.actor, rolls: [] }, answer: 'Done.' }
    }
  })
  const agent = {
    act: async (turn: { use(use: ToolUse): Promise<ToolAnswer> }) => {
      for (const use of uses) answers.push(await turn.use(use))
    }
  }
  await playAgentTurn(side, seated(agent), QUIET)
  return { answers, played }
}

describe('a tool through an NPC', () => {
  it('a call that several NPCs could make must name one', async () => {
    const wave = [offer('wave', 'Mira'), offer('wave', 'Ghoul')]
    const { answers, played } = await using(wave, [
      { tool: 'wave', input: {} },
      { tool: 'wave', as: 'Ghoul', input: {} }
    ])
    expect(answers).toEqual([
      { ok: false, text: 'Several characters can wave. Name one with "as": Mira, Ghoul.', over: false },
      { ok: true, text: 'Done.', over: true }
    ])
    expect(played).toMatchObject([{ action: 'wave', actor: 'DM', as: 'Ghoul' }])
  })

  it('a call is made by the only NPC that can, and by the DM before any NPC', async () => {
    expect((await using([offer('wave', 'Mira')], [{ tool: 'wave', input: {} }])).played).toMatchObject([{ as: 'Mira' }])
    const own = (await using([offer('wave', 'Mira'), offer('wave')], [{ tool: 'wave', input: {} }])).played
    expect(own).toEqual([{ kind: 'play', action: 'wave', actor: 'DM', params: {}, agent: 'offline' }])
  })
})

describe('a turn without a usable answer', () => {
  it('the table ends the turn with its mark, which no agent can set', async () => {
    const { played } = await using([offer('pass'), offer('wave')], [])
    expect(played).toMatchObject([{ action: 'pass', params: { 'given up': true } }])
    const marked = await using([offer('pass'), offer('wave')], [{ tool: 'pass', input: { 'given up': true } }])
    expect(marked.played).toMatchObject([{ action: 'pass', params: {} }])
    expect(Object.keys(marked.played[0]?.params ?? {})).toEqual([])
  })

  it.each(['open_session', 'open_scene', 'summarise', 'end_scene', 'end_session'])(
    'that only %s could end is a problem for people: nothing is invented',
    async (name) => {
      const side = quietSide({ offers: () => [offer(name)] })
      expect(await playAgentTurn(side, seated({ act: async () => undefined }), QUIET)).toMatchObject({
        calls: [],
        problem: { code: 'agent-failed', message: expect.stringContaining("DM's agent gave no valid action three times") }
      })
    }
  )

  it('the table pauses if it ended the turn before, too', async () => {
    const side = quietSide({ offers: () => [offer('pass')], wasGivenUp: () => true })
    expect(await playAgentTurn(side, seated({ act: async () => undefined }), QUIET)).toMatchObject({ calls: [], problem: { code: 'agent-failed' } })
  })
})
