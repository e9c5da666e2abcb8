import type { Offer } from '../../shared/game'
import type { ActionCall, Params } from '../../shared/play'
import { deciderOf } from '../engine/people'
import { offered } from '../engine/verbs'
import { openFolder } from '../studio/open-folder'
import type { Snapshot } from '../story/past'
import type { Contender } from './contenders'

/** What a beat costs without anybody thinking about it: offers, engine, sandboxed rules, files, commit, and the index at the end. */
export const ruledBeats: Contender = {
  name: 'rules, files and commit',
  make: async (dir, count) => {
    const { campaign, release } = await openFolder(dir, { announce: () => undefined })
    try {
      const { at, name } = freshRound(dir, campaign.snapshot.commit.id)
      await campaign.createBranch(at, name)
      // A session lasts for hours: what is measured begins when the machine has warmed to the rules.
      for (let i = 0; i < WARM; i++) campaign.recordBeat(plainCall(campaign.snapshot))
      const start = performance.now()
      for (let i = 0; i < count; i++) campaign.recordBeat(plainCall(campaign.snapshot))
      campaign.history.flushIndex()
      return performance.now() - start
    } finally {
      campaign.dispose()
      release()
    }
  }
}

const starts = new Map<string, string>()
let rounds = 0

/** Every round of a folder starts, on a branch of its own, from the commit of the first one: nobody is worn out by the rounds before. */
export function freshRound(dir: string, head: string): { at: string; name: string } {
  const at = starts.get(dir) ?? head
  starts.set(dir, at)
  return { at, name: `round-${++rounds}` }
}

/** Beats before the clock starts. */
export const WARM = 150

/** Verbs that move the table on when nothing of the game is to be played, in this order. */
const ON = ['call_on', 'narrate', 'open_scene', 'open_session', 'summarise', 'end_scene', 'end_session', 'pass']

/** What can cost somebody's life in the long run, or is refused when a bag is full: thousands of beats have to be played by the same people. */
const RISKY = ['travel', 'attack', 'flee', 'give']

/** A call that is offered now, by turns: whoever decides plays the actions of the game in rotation, and the DM tells and calls on all. */
export function plainCall({ state, game }: Snapshot): ActionCall {
  const { next } = state
  const who = deciderOf(state)
  const offers = offered(state, game, who)
  const actions =
    next.phase === 'player' || next.phase === 'npc' ? offers.filter((o) => o.cost === 'turn' && !ON.includes(o.name) && !RISKY.includes(o.name)) : []
  const told = (next.spent['narrate'] ?? 0) > 0
  const verb =
    (!told && offers.find((o) => o.name === 'narrate')) || ON.map((name) => offers.find((o) => o.name === name)).find((o) => o !== undefined)
  const offer = actions[next.beat % actions.length] ?? verb
  if (!offer) throw new Error('The table has nothing left to play; choose another seed for the bench.')
  return {
    kind: 'play',
    action: offer.name,
    actor: who,
    ...(offer.as === undefined ? {} : { as: offer.as }),
    params: filled(offer, next.beat),
    agent: 'hand'
  }
}

function filled(offer: Offer, beat: number): Params {
  const params: Params = {}
  for (const def of offer.params) {
    if (!def.required) continue
    const value = def.enum
      ? (def.enum[def.enum.includes('all') ? def.enum.indexOf('all') : beat % def.enum.length] ?? '')
      : `Beat ${beat}: the rope creaks, and below in the dark the water answers.`
    params[def.name] = def.many ? [value] : value
  }
  return params
}
