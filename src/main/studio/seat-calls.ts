import { type AbortSignalLike, never } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import type { SeatCalls } from '../../shared/contract/seat-calls'
import type { Offer, OfferedParam } from '../../shared/story/game'
import type { View } from '../../shared/table/agents'
import type { ClientView } from '../../shared/table/clients'
import { shapesOf } from '../agents/context/shapes'
import { namesIn, useOf } from '../agents/context/use-of'
import { DM, party } from '../engine/people'
import { RECALL } from '../engine/verbs'
import { lookUp } from '../story/seats/look-up'
import { contextOf, viewOf } from '../story/seats/seat-view'
import { nobody } from '../table/seats'
import { whyOver } from '../table/waiting-words'
import type { Skill } from '../../shared/table/skills'
import type { CallContext } from './call-context'
import type { OpenFolder } from './open-folder'

/** The calls by which MCP clients play seats. `isTerminal`: no window is open, so a client takes its seat, and the table plays while they ask. */
export function seatCalls(
  { current, writable, reading }: Pick<CallContext, 'current' | 'writable' | 'reading'>,
  isTerminal: boolean
): Omit<SeatCalls, 'clientAccess'> {
  const seated = (who: string): OpenFolder => {
    const open = current()
    checkSeat(open, who)
    if (isTerminal) open.seatClient(who)
    return open
  }
  return {
    seatView: async ({ who, wait }, stop = never) => {
      await reading()
      const open = seated(who)
      if (isTerminal) playOnFromDone(writable())
      await untilTurn(open, who, wait * 1000, stop)
      return viewNow(open, who, await open.table.skills())
    },
    seatAct: async ({ who, use }) => {
      seated(who)
      return writable().table.act(who, use)
    },
    seatLook: async ({ who, action, input }) => {
      await reading()
      const { campaign } = seated(who)
      const view = viewOf(campaign.snapshot, who)
      const offers = [action === 'recall' ? RECALL : lookOffer(view, action)]
      const use = useOf(shapesOf(offers), action, input ?? {}, { offers, names: namesIn(view), who })
      if (typeof use === 'string') return { ok: false, text: use }
      try {
        const text = lookUp(campaign, who, use)
        return { ok: true, text: use.understood === undefined ? text : `${use.understood}\n${text}` }
      } catch (thrown) {
        if (thrown instanceof Problem && (thrown.code === 'refused' || thrown.code === 'bad-input')) return { ok: false, text: thrown.message }
        throw thrown
      }
    }
  }
}

/** A tool that describes a place, with the places that a seat sees. A seat that waits may look too, so it isn't among the offers of a turn. */
function lookOffer({ place, elsewhere = [] }: View, name: string): Offer {
  const labels = Object.fromEntries([...(place ? [place] : []), ...elsewhere].map((one) => [one.id, one.name]))
  const which: OfferedParam = { name: 'place', type: 'enum', description: 'Which place.', required: false, enum: Object.keys(labels), labels }
  return { name, description: 'Describes a place.', cost: 'look', params: [which] }
}

/** Throws Problem `not-found` if the table has no such seat. */
export function checkSeat({ campaign }: Pick<OpenFolder, 'campaign'>, who: string): void {
  const { state } = campaign.snapshot
  if (![DM, ...party(state)].includes(who)) throw nobody(who, state)
}

/** Begins the next session if the last one is over, because no window has a Play button. */
function playOnFromDone({ campaign, table }: OpenFolder): void {
  const { state } = campaign.snapshot
  const { running, stopped } = table.status
  const isOver = state.next.phase === 'done' && state.next.ended !== true
  if (isOver && !running && (stopped === undefined || stopped === whyOver(state, true))) table.autoplay(0)
}

function viewNow({ campaign, table }: OpenFolder, who: string, tools: readonly Skill[]): ClientView {
  const why = table.whyWait(who)
  const beat = campaign.snapshot.state.next.beat + 1
  return {
    mayAct: why === undefined,
    beat,
    words: why ?? `It is your turn, for beat ${beat}.`,
    context: contextOf(campaign.snapshot, who, { tools })
  }
}

/** Resolves when a seat may act, or play has stopped, but at the latest after `ms` or when `stop` is aborted. */
function untilTurn({ table }: OpenFolder, who: string, ms: number, stop: AbortSignalLike): Promise<void> {
  const isOver = (): boolean => table.whyWait(who) === undefined || table.isResting
  if (ms === 0 || isOver()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
    const timer = setTimeout(end, ms).unref()
    const stopListening = table.listen(() => {
      if (isOver()) end()
    })
    stop.addEventListener('abort', end)
  })
}
