import { own } from '../../../shared/base/json'
import { Problem, toProblem, type ProblemData } from '../../../shared/base/problem'
import type { ConsoleLine, Drafts, Tryable, TryActor } from '../../../shared/contract/try-calls'
import type { ParamDef } from '../../../shared/story/game'
import { asSentence } from '../../../shared/words/labels'
import { parseBeatMessage } from '../../campaign/beat-message'
import { availabilities, everybody } from '../../engine/availability'
import { DM, nameOf, party } from '../../engine/people'
import type { StoryReader } from '../reader'
import { type Bench, inCampaign, workbenchOf } from './bench'

/** The maximum number of actors who are checked. In larger worlds those near the players come first. */
const MAX_ACTORS = 100
/** The number of actors with a failing rule after which no more actors are checked. A rule that loops takes long each time. */
const MAX_FAILED = 3

/**
 * The actions that can be tried in the state of a commit under the present rules, with drafts over both; with `action`, also who can take it. Throws
 * Problem `not-found`.
 */
export async function tryable(campaign: StoryReader, at: string, drafts: Drafts, action?: string): Promise<Tryable> {
  const bench = await workbenchOf(campaign).at(at, drafts, campaign.snapshot.commit.id)
  const { game, broken, commit } = bench
  const actions = Object.values(game.actions).map(({ name, description, file }) => ({
    action: name,
    description,
    file: `rules/${file}`,
    line: lineIn(bench, `rules/${file}`)
  }))
  if (action !== undefined) checkAction(bench, action)
  const console: ConsoleLine[] = []
  const everyone = action === undefined ? [] : byNearness(bench)
  const actors: TryActor[] = []
  for (const who of everyone) {
    const failed = actors.filter(({ problem }) => problem).length
    if (actors.length === MAX_ACTORS || failed === MAX_FAILED) break
    actors.push(tryActor(bench, who, action ?? '', console))
  }
  return {
    commit: commit.id,
    n: parseBeatMessage(commit).beat.n,
    broken,
    actions: actions.toSorted((a, b) => (a.action < b.action ? -1 : 1)),
    actors,
    more: everyone.length - actors.length,
    console
  }
}

/** The line of a rule's `available` function; 1 if it has none. */
function lineIn({ files, root }: Bench, path: string): number {
  const lines = files.text(root, path)?.split('\n') ?? []
  return (
    Math.max(
      0,
      lines.findIndex((line) => /^\s*(?:async )?available\b/.test(line))
    ) + 1
  )
}

/**
 * Throws Problem `not-found` that lists the game's actions if there is no such action. The message includes the problem of a broken draft, which may
 * be the reason.
 */
export function checkAction({ game, broken }: Bench, action: string): void {
  if (Object.hasOwn(game.actions, action)) return
  const why = broken[0] ? ` ${broken[0].message}` : ''
  throw new Problem(
    'not-found',
    `This game has no action "${action.slice(0, 60)}".${why} Choose one of: ${Object.keys(game.actions).toSorted().join(', ')}.`
  )
}

/** Everybody: the DM, the players, those who are where a player is, the others. */
function byNearness({ state }: Bench): string[] {
  const places = new Set(party(state).map((id) => state.actors[id]?.location))
  const isNear = (id: string): boolean => id === DM || own(state.actors, id)?.kind === 'player' || places.has(own(state.actors, id)?.location)
  const all = everybody(state)
  return [...all.filter(isNear), ...all.filter((id) => !isNear(id))]
}

function tryActor(bench: Bench, who: string, action: string, console: ConsoleLine[]): TryActor {
  const { state, game } = bench
  const place = own(state.places, own(state.actors, who)?.location ?? '')?.name
  const asked = offerOf(bench, who, action, (line) => console.push({ ...line, by: who }))
  const reason = asked.problem ? asked.problem.message : availabilities(state, game, who, action)[0]?.reason
  return {
    id: who,
    name: who === DM ? 'the DM' : nameOf(state, who),
    ...(place === undefined ? {} : { place }),
    ...(reason === undefined ? {} : { reason }),
    ...asked
  }
}

/** The offer of the rule itself, even if it isn't the actor's turn: its parameters, or its problem. */
function offerOf(
  { state, game, hearing }: Bench,
  who: string,
  action: string,
  hear: (line: ConsoleLine) => void
): { params?: ParamDef[]; problem?: ProblemData } {
  try {
    const [offer] = hearing(hear, () => game.offers(state, who, [action]))
    return offer ? { params: offer.params } : {}
  } catch (thrown) {
    return { problem: inCampaign(toProblem(thrown).toJSON()) }
  }
}

/** The parameters of a call as the rule takes them now. Throws Problem `refused` with the rule's reason, `not-found`. */
export function offerFor(bench: Bench, actor: string, action: string): { name: string; params: ParamDef[] } {
  const { state, game } = bench
  checkAction(bench, action)
  if (actor !== DM && !Object.hasOwn(state.actors, actor))
    throw new Problem('not-found', `There is nobody called "${actor.slice(0, 60)}" here. Choose one of: ${everybody(state).join(', ')}.`)
  try {
    const [offer] = game.offers(state, actor, [action])
    if (offer) return offer
    const reason = game.whyNot(state, actor, action) ?? 'the rule gives no reason'
    throw new Problem('refused', `${actor === DM ? 'The DM' : nameOf(state, actor)} can't ${action} here. ${asSentence(reason)}`)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code === 'refused') throw thrown
    const { code, message, data } = inCampaign(thrown.toJSON())
    throw new Problem(code, message, data)
  }
}
