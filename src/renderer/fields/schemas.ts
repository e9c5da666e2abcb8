import { useEffect, useState } from 'react'
import type { LanguageSetup } from '../../shared/contract/language-calls'
import { api } from '../client'
import { problemOf } from '../problem-of'

export type FileSchemas = LanguageSetup['schemas']

let asked: Promise<FileSchemas> | undefined

/** The schemas of files, which are the same for every campaign; `again` asks again after a problem. */
export function useSchemas(): { schemas?: FileSchemas; problem?: string; again: () => void } {
  const [answer, setAnswer] = useState<{ schemas?: FileSchemas; problem?: string }>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) asked = undefined
    asked ??= api.languageSetup.query().then(({ schemas }) => schemas)
    asked.then(
      (schemas) => setAnswer({ schemas }),
      (error: unknown) => setAnswer({ problem: problemOf(error).message })
    )
  }, [attempt])
  return { ...answer, again: () => setAttempt(attempt + 1) }
}
