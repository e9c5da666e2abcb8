import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { FactUses } from '../../shared/contract/language-calls'
import { api } from '../client'
import { showProblem, useSession } from '../session'
import { slice } from '../slice'

interface StoryState {
  tab: 'events' | 'facts'
  query: string
  /** The id of the event whose form is beside the view. */
  event?: string | undefined
  fact?: string | undefined
  /** The id of the event or fact whose name is being edited, or `new` while the name of a new one is asked for. */
  naming?: { id: string } | 'new' | undefined
}

/** The story's slice of the store. */
export const useStory = slice<StoryState>('story-view', { tab: 'events', query: '' })

/** Focuses the board or the list of facts. */
export const focusStory = (): void => document.getElementById('story')?.focus()

/** Focuses the first field of the form beside the board. */
export function focusEvent(): void {
  const first = document.querySelector<HTMLElement>('.story-form input, .story-form textarea')
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}

/** Focuses a field as soon as it is drawn, and again after a closing layer has returned the focus. */
export function useFirstFocus(field: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const focus = (): void => {
      if (document.activeElement !== field.current) field.current?.select()
    }
    focus()
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [field])
}

const NONE: readonly FactUses[] = []

/** Where every fact is set and needed, fetched again after every beat. Empty until it is known. */
export function useFacts(): readonly FactUses[] {
  const head = useSession((s) => s.present?.head)
  const [facts, setFacts] = useState(NONE)
  useEffect(() => {
    if (head === undefined) return undefined
    const stop = new AbortController()
    api.factUses.query({ drafts: {} }, { signal: stop.signal }).then(setFacts, (error: unknown) => !stop.signal.aborted && showProblem(error))
    return () => stop.abort()
  }, [head])
  return facts
}
