import { useCallback, useState } from 'react'
import type { ProblemData } from '../../shared/base/problem'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useRunning } from '../ui/use-running'
import { updateAnalysis } from './commands'

/** The state of a search. `progress` is set while it runs. */
export interface Search {
  expression: string
  progress?: { done: number; of: number } | 'reading' | undefined
  problem?: ProblemData | undefined
  stopped?: boolean | undefined
}

/** Searches one line of history at a time. The result is in the store, so that keys can step through it. */
export function useFind(): { search: Search | undefined; start: (expression: string, at: string) => void; stop: () => void } {
  const [search, setSearch] = useState<Search>()
  const { run, end } = useRunning()
  const start = useCallback(
    (expression: string, at: string): void =>
      run(() => {
        updateAnalysis({ result: undefined })
        setSearch({ expression, progress: 'reading' })
        return api.find.subscribe(
          { expression, at },
          {
            onData: (news) => {
              if (news.kind === 'progress') setSearch({ expression, progress: news })
              else {
                updateAnalysis({ result: news.finding })
                if (news.finding.confirmed) setSearch({ expression })
              }
            },
            onError: (error) => setSearch({ expression, problem: problemOf(error) }),
            onComplete: () => setSearch((now) => (now?.progress === undefined ? now : { expression, stopped: true }))
          }
        )
      }),
    [run]
  )
  const stop = useCallback(() => {
    end()
    setSearch((now) => now && { expression: now.expression, stopped: true })
  }, [end])
  return { search, start, stop }
}
