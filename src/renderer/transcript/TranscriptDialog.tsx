import { useId, useMemo, useState, type ReactElement, useCallback } from 'react'
import type { TranscriptFormat, TranscriptAsked, TranscriptFile } from '../../shared/story/transcript'
import { cursorIndex, useSession } from '../session'
import { noPins } from '../store/pins'
import { Checkbox, Form } from '../ui/Field'
import { Button, Modal, Fault } from '../ui/Parts'
import { stretchesAt, type TranscriptRange } from './stretches'
import { count } from '../ui/amounts'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { saveAs } from '../ui/save-as'
import { useRunning } from '../ui/use-running'
import './transcript.css'

const t = {
  title: 'Export transcript',
  stretches: { scene: 'This scene', session: 'This session', line: 'The whole branch', pin: 'From the flag to here' },
  formats: { html: 'Web page', md: 'Markdown', pdf: 'PDF' },
  formatHints: {
    html: 'One file without attachments. It prints well.',
    md: 'Plain text with headings, for notes and editors.',
    pdf: 'A4 pages with an outline.'
  }
} as const

const FORMATS = ['html', 'md', 'pdf'] as const satisfies readonly TranscriptFormat[]

/** The dialog that writes a part of the story to a file. */
export function TranscriptDialog({ onClose }: { onClose: () => void }): ReactElement {
  const line = useSession((s) => s.line)
  const spans = useSession((s) => s.spans)
  const at = useSession(cursorIndex)
  const pins = useSession((s) => s.desk.pins[s.present?.campaign.dir ?? ''] ?? noPins)
  const stretches = useMemo(() => stretchesAt(line, spans, at, pins), [line, spans, at, pins])
  const [wanted, setWanted] = useState<TranscriptRange['id']>('session')
  const [format, setFormat] = useState<TranscriptFormat>('html')
  const [talk, setTalk] = useState(false)
  const [stills, setStills] = useState(true)
  const [writers, setWriters] = useState(false)
  const [withoutModels, setWithoutModels] = useState(false)
  const [notes, setNotes] = useState(false)
  const { writing, start, stop } = useTranscript()
  const stretch = stretches.find(({ id }) => id === wanted) ?? stretches[0]
  const form = useId()
  const busy = writing?.state === 'writing'
  if (!stretch)
    return (
      <Modal title={t.title} onClose={onClose}>
        <p className="quiet">This branch has no beats yet.</p>
      </Modal>
    )
  const foot = (
    <>
      <Progress writing={writing} />
      <Button label={busy ? 'Stop' : 'Close'} onClick={busy ? stop : onClose} />
      <Button label="Export" main submit form={form} aria-disabled={busy} />
    </>
  )
  return (
    <Modal title={t.title} onClose={onClose} foot={foot} className="transcript">
      <Form
        id={form}
        onSubmit={() => {
          if (!busy) start({ from: stretch.from, to: stretch.to, format, private: talk, stills, writers, withoutModels, notes })
        }}
      >
        <fieldset className="field bare">
          <legend>Range</legend>
          {stretches.map(({ id, first, last }) => (
            <label key={id} className="check">
              <input type="radio" name="transcript-stretch" checked={id === stretch.id} onChange={() => setWanted(id)} />
              <span>
                {t.stretches[id]}
                <small className="numbers">
                  {first === last ? `Beat ${count(first)}` : `Beats ${count(first)} to ${count(last)} (${count(last - first + 1)} beats)`}
                </small>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset className="field bare">
          <legend>Format</legend>
          {FORMATS.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="transcript-format" checked={format === one} onChange={() => setFormat(one)} />
              <span>
                {t.formats[one]}
                <small>{t.formatHints[one]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Checkbox
          label="Include the map at the end of each session"
          hint="The map shows the party and the places it has seen."
          checked={stills}
          onChange={setStills}
        />
        <Checkbox label="Include private talk" hint="Messages between the DM and one player." checked={talk} onChange={setTalk} />
        <Checkbox label="Say who wrote each text" checked={writers} onChange={setWriters} />
        <Checkbox
          label="Leave out what models wrote"
          hint="Also what may be a model’s, because its writer isn’t recorded. The transcript says so in place."
          checked={withoutModels}
          onChange={setWithoutModels}
        />
        <Checkbox label="Include director’s notes" checked={notes} onChange={setNotes} />
      </Form>
    </Modal>
  )
}

function Progress({ writing }: { writing: Writing | undefined }): ReactElement | null {
  if (writing?.state === 'failed') return <Fault>{writing.words}</Fault>
  const setting = writing?.state === 'writing' ? writing.setting : undefined
  return (
    <div className="transcript-told">
      {writing?.state === 'writing' && (
        <>
          <progress aria-label="Transcript progress" max={setting?.of} value={setting?.done} />
          <p className="quiet numbers">{setting ? `Exported ${count(setting.done)} of ${count(setting.of)} passages…` : 'Reading the scenes…'}</p>
        </>
      )}
      <output>
        {writing?.state === 'saved' && (
          <>
            <p>{`Saved as ${writing.name}.`}</p>
            {writing.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </>
        )}
      </output>
    </div>
  )
}

type Writing =
  | { state: 'writing'; setting?: { done: number; of: number } }
  | { state: 'saved'; name: string; notes: readonly string[] }
  | { state: 'failed'; words: string }

/** Writes a transcript and saves it as a file, one at a time; closing the dialog stops it. */
function useTranscript(): { writing: Writing | undefined; start: (input: TranscriptAsked) => void; stop: () => void } {
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
