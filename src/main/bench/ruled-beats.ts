import type { Offer } from '../../shared/story/game'
import type { ActionCall, Params } from '../../shared/story/play'
import { nodeDisk } from '../campaign/git/disk'
import { deciderOf } from '../engine/people'
import { offered } from '../engine/verbs'
import { openFolder } from '../studio/open-folder'
import type { Snapshot } from '../story/past'
import type { Contender } from './contenders'

/** The cost of a beat without an agent: offers, engine, sandboxed rules, files, commit, and the index at the end. */
export const ruledBeats: Contender = {
  name: 'rules, files and commit',
  make: async (dir, count) => {
    const { campaign, release } = await openFolder(dir, { announce: () => undefined })
    try {
      const { at, name } = freshRound(dir, campaign.snapshot.commit.id)
      await campaign.createBranch(at, name)
      // Sessions last for hours, so the measurement begins after the rules have warmed up.
      for (let i = 0; i < WARM_UP_BEATS; i++) campaign.recordBeat(plainCall(campaign.snapshot))
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

/** The same without waiting for the disk, which shows the cost of the flush that protects a beat from a power cut. */
export const unflushedBeats: Contender = {
  name: 'without the flush',
  make: async (dir, count) => {
    const whole = { ...nodeDisk }
    nodeDisk.fdatasyncSync = () => undefined
    try {
      return await ruledBeats.make(dir, count)
    } finally {
      Object.assign(nodeDisk, whole)
    }
  }
}

/** Records beats in rotation (see `plainCall`) at a folder's head. */
export async function playInRotation(dir: string, count: number): Promise<void> {
  const { campaign, release } = await openFolder(dir, { announce: () => undefined })
  for (let i = 0; i < count; i++) campaign.recordBeat(plainCall(campaign.snapshot))
  campaign.dispose()
  release()
}

const starts = new Map<string, string>()
let rounds = 0

/** Starts every round of a folder on a new branch from the commit of the first round, so that the characters are not worn out by earlier rounds. */
export function freshRound(dir: string, head: string): { at: string; name: string } {
  const at = starts.get(dir) ?? head
  starts.set(dir, at)
  return { at, name: `round-${++rounds}` }
}

/** The number of beats before the clock starts. */
export const WARM_UP_BEATS = 150

/** Verbs that continue the story if no action of the game can be played, in this order. */
const ON = ['call_on', 'narrate', 'open_scene', 'open_session', 'summarise', 'end_scene', 'end_session', 'pass']

/** Actions that could kill a character in the long run, or that a full inventory refuses. The same characters have to play thousands of beats. */
const RISKY = ['travel', 'attack', 'flee', 'give']

/** A call that is offered now. Players take the game's actions in rotation, and the DM alternates between narrating and calling on everybody. */
export function plainCall({ state, game }: Snapshot): ActionCall {
  const { next } = state
  const who = deciderOf(state)
  const offers = offered(state, game, who)
  const actions =
    next.phase === 'player' || next.phase === 'npc' ? offers.filter((o) => o.cost === 'turn' && !ON.includes(o.name) && !RISKY.includes(o.name)) : []
  const hasNarrated = (next.spent['narrate'] ?? 0) > 0
  const verb =
    (!hasNarrated && offers.find((o) => o.name === 'narrate')) || ON.map((name) => offers.find((o) => o.name === name)).find((o) => o !== undefined)
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
