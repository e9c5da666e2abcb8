import { useCallback, useState } from 'react'
import type { TranscriptAsked, TranscriptFile } from '../../shared/story/transcript'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { saveAs } from '../ui/save-as'
import { useRunning } from '../ui/use-running'

/** The state of a transcript: its progress in pages, its result, or its problem. */
export type Writing =
  | { state: 'writing'; setting?: { done: number; of: number } }
  | { state: 'saved'; name: string; notes: readonly string[] }
  | { state: 'failed'; words: string }

/** Writes a transcript and saves it as a file, one at a time; closing the dialog stops it. */
export function useTranscript(): { writing: Writing | undefined; start: (input: TranscriptAsked) => void; stop: () => void } {
  const [writing, setWriting] = useState<Writing>()
  const { run, end } = useRunning()
  const failed = useCallback((error: unknown): void => setWriting({ state: 'failed', words: problemOf(error).message }), [])
  const start = useCallback(
    (input: TranscriptAsked): void =>
      run(() => {
        setWriting({ state: 'writing' })
        return api.transcript.subscribe(input, {
          onData: (news) => {
            if (news.kind === 'progress') setWriting({ state: 'writing', ...(news.what === 'setting' ? { setting: news } : {}) })
            else {
              const { name, notes } = news.file
              // A cancelled dialog leaves everything unchanged.
              saveAs(name, contentOf(news.file)).then(
                (file) => setWriting(file === undefined ? undefined : { state: 'saved', name: file, notes }),
                failed
              )
            }
          },
          onError: failed
        })
      }),
    [run, failed]
  )
  const stop = useCallback(() => {
    end()
    setWriting(undefined)
  }, [end])
  return { writing, start, stop }
}

function contentOf({ type, text, base64 = '' }: TranscriptFile): Blob {
  if (text !== undefined) return new Blob([text], { type: `${type};charset=utf-8` })
  return new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type })
}
