import { useEffect, useState } from 'react'
import { api } from '../client'
import { showProblem } from '../session'

/** The debounce time for typing before beats are searched, in ms. */
const REST_MS = 140
/** The most hits. */
const MAX_HITS = 50
const NONE: ReadonlyMap<string, string> = new Map()

/** The excerpts of matching beats on any branch, by beat; empty while searching or without a query. */
export function useHits(query: string): ReadonlyMap<string, string> {
  const [result, setResult] = useState<{ of: string; hits: ReadonlyMap<string, string> }>()
  const text = query.trim()
  useEffect(() => {
    if (text === '') return undefined
    let hasLeft = false
    const look = async (): Promise<void> => {
      const hits = new Map<string, string>()
      let after: string | undefined
      do {
        const answer = await api.searchBeats.query({ text, ...(after === undefined ? {} : { after }) })
        if (hasLeft) return
        for (const { id, words } of answer.hits) hits.set(id, words)
        setResult({ of: text, hits: new Map(hits) })
        after = answer.next
      } while (after !== undefined && hits.size < MAX_HITS)
    }
    const timer = setTimeout(() => look().catch((error: unknown) => !hasLeft && showProblem(error)), REST_MS)
    return () => {
      hasLeft = true
      clearTimeout(timer)
    }
  }, [text])
  return result?.of === text ? result.hits : NONE
}
