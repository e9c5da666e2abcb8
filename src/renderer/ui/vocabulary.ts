import { useEffect, useState } from 'react'
import type { Vocabulary } from '../../shared/predicate/vocabulary'
import { api } from '../client'
import { showProblem, useSession } from '../session'

/** The names that expressions can use at the end of the line in view; undefined until they are known. */
export function useVocabulary(): Vocabulary | undefined {
  const [vocabulary, setVocabulary] = useState<Vocabulary>()
  useEffect(() => {
    let over = false
    const at = useSession.getState().line.at(-1)?.id
    if (at !== undefined) api.vocabulary.query({ at }).then((names) => !over && setVocabulary(names), showProblem)
    return () => {
      over = true
    }
  }, [])
  return vocabulary
}
