import { useMemo } from 'react'
import type { ArrowId } from '../../../arrow'
import { own } from '../../../shared/base/json'
import type { StoryEvent } from '../../../shared/story/lore'
import { useSession, type Session } from '../../session'

const NONE: ReadonlyMap<ArrowId, number> = new Map()

/** The story event of the document with this path, at the beat in view. */
const eventOf = ({ snapshot }: Session, path: string): StoryEvent | undefined => snapshot?.lore?.story.find(({ arrow }) => arrow?.path === path)

/** How often the table has played each node of a document, up to the beat in view; nodes that it never played are left out. */
export function useTableVisits(path: string): ReadonlyMap<ArrowId, number> {
  const plays = useSession((s) => s.snapshot?.state.plays)
  const story = useSession((s) => s.snapshot?.lore?.story)
  return useMemo(() => {
    const visits = new Map<ArrowId, number>()
    for (const { id, arrow } of story ?? [])
      for (const [node, times] of arrow?.path === path ? Object.entries(own(plays, id)?.visits ?? {}) : [])
        visits.set(Number(node), (visits.get(Number(node)) ?? 0) + times)
    return visits.size === 0 ? NONE : visits
  }, [plays, story, path])
}

/** Why the table couldn't continue a document; undefined if it could, or if the document or its event has changed since. */
export const useTableFault = (path: string): string | undefined =>
  useSession((s) => {
    const event = eventOf(s, path)
    const broken = own(s.snapshot?.state.plays, event?.id ?? '')?.broken
    return broken?.version === event?.arrow?.version ? broken?.why : undefined
  })

/** The title of the story event whose document the table is playing; undefined if there is none. */
export function runningTitle({ snapshot, cursor }: Session): string | undefined {
  const scene = snapshot?.state.scene?.path
  if (cursor !== undefined || scene === undefined) return undefined
  const [running] = Object.entries(snapshot?.state.plays ?? {}).filter(([, play]) => play.waiting !== undefined && play.scene === scene)
  return running && (snapshot?.lore?.story.find(({ id }) => id === running[0])?.title ?? running[0])
}
