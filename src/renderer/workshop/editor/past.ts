import { useEffect, useState } from 'react'
import { plainText } from '../../../shared/base/line-ends'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { languageOf } from '../kinds'
import { monaco } from './monaco'

interface PastText {
  key: string
  text: string
  problem?: string
}

/** The text of a file at a past commit; undefined while it is read, and in the present. */
export function usePastText(path: string | undefined, at: string | undefined): PastText | undefined {
  const [found, setFound] = useState<PastText>()
  const key = path === undefined || at === undefined ? undefined : `${at}/${path}`
  useEffect(() => {
    if (key === undefined || path === undefined || at === undefined) return undefined
    const stop = new AbortController()
    const show = (one: PastText): void => {
      if (!stop.signal.aborted) setFound(one)
    }
    api.fileText.query({ path, at }, { signal: stop.signal }).then(
      ({ text }) => show({ key, text }),
      (error: unknown) => show({ key, text: '', problem: problemOf(error).message })
    )
    return () => stop.abort()
  }, [key, path, at])
  return found?.key === key ? found : undefined
}

let shown: monaco.editor.ITextModel | undefined

/** The model of a file in the past. There is only one at a time. */
export function pastModel(path: string, { key, text }: { key: string; text: string }): monaco.editor.ITextModel {
  const uri = monaco.Uri.from({ scheme: 'past', path: `/${key}` })
  const known = monaco.editor.getModel(uri)
  if (known) return known
  const before = shown
  shown = monaco.editor.createModel(plainText(text), languageOf(path), uri)
  // It stays in view until the new one replaces it.
  if (before) setTimeout(() => before.dispose())
  return shown
}
