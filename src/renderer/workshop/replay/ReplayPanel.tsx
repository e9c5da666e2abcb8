import { GitBranchPlus, History, Square } from 'lucide-react'
import { useEffect, type ReactElement } from 'react'
import { compareWithBranch } from '../../files/compare-request'
import { useSession } from '../../session'
import { Form, SelectField, TextField } from '../../ui/Field'
import { useTextsMark } from '../live'
import { Outcome } from './Outcome'
import { dropReplay, keepReplay, loadSpans, replay, stopReplay, useReplay } from './state'
import { replayTexts as t } from './texts'
import '../try/try.css'
import './replay.css'
import { counted } from '../../ui/amounts'
import { Button } from '../../ui/Parts'

/** Replays a session or scene with the rules in the editor and the folder and shows the differences. */
export default function ReplayPanel(): ReactElement {
  const head = useSession((s) => s.present?.head)
  useEffect(() => {
    void loadSpans(head)
  }, [head])
  useEffect(() => stopReplay, [])
  const spans = useReplay((s) => s.spans)
  const problem = useReplay((s) => s.problem)
  if (!spans) return problem === undefined ? <p className="quiet">Looking for sessions…</p> : <p role="alert">{problem}</p>
  if (spans.length === 0) return <p className="quiet">Nothing has been played on this branch yet.</p>
  return (
    <div className="replay">
      <Wish />
      {problem !== undefined && (
        <p role="alert" className="try-problem">
          {problem}
        </p>
      )}
      <Found />
    </div>
  )
}

function Wish(): ReactElement {
  const spans = useReplay((s) => s.spans ?? [])
  const chosen = useReplay((s) => s.chosen)
  const progress = useReplay((s) => s.progress)
  return (
    <Form className="replay-wish" aria-label="Replay" onSubmit={replay}>
      <SelectField
        label="Part of the story"
        hint="Plays the same calls with the same dice under the rules in the editor and the folder, saved or not. Proscenium saves nothing until you keep the result."
        value={String(chosen)}
        options={spans.map(({ kind, title, beats }, i) => ({
          value: String(i),
          label: `${kind === 'session' ? 'Session' : 'Scene'}: ${title} (${counted(beats, 'beat')})`
        }))}
        onChange={(next) => useReplay.set({ chosen: Number(next), replayed: undefined, kept: undefined })}
      />
      {progress === undefined ? (
        <Button icon={<History size={13} />} label="Replay with these rules" submit main />
      ) : (
        <Button icon={<Square size={13} />} label="Stop" onClick={stopReplay} />
      )}
      <span aria-live="polite" className="quiet numbers">
        {progress === 'saving' ? 'Saving the branch…' : progress ? `${progress.done.toLocaleString('en')} of ${counted(progress.of, 'beat')}` : ''}
      </span>
    </Form>
  )
}

function Found(): ReactElement | null {
  const replayed = useReplay((s) => s.replayed)
  const kept = useReplay((s) => s.kept)
  const mark = useTextsMark()
  const isStale = useReplay((s) => s.mark !== mark)
  if (!replayed) return null
  return (
    <>
      {isStale && <p aria-live="polite">The rules have changed since. Replay again.</p>}
      {kept === undefined ? <Keep /> : <Kept branch={kept} />}
      <Outcome replayed={replayed} />
    </>
  )
}

function Keep(): ReactElement {
  const name = useReplay((s) => s.name)
  const isBusy = useReplay((s) => s.progress !== undefined)
  return (
    <Form className="replay-keep" aria-label={t.keep} onSubmit={keepReplay}>
      <TextField label="Name of the branch" value={name} maxLength={200} mono onChange={(next) => useReplay.set({ name: next })} />
      <Button icon={<GitBranchPlus size={13} />} label={t.keep} submit disabled={isBusy || name.trim() === ''} />
      <Button label="Discard" disabled={isBusy} onClick={dropReplay} />
    </Form>
  )
}

const Kept = ({ branch }: { branch: string }): ReactElement => (
  <p aria-live="polite" className="replay-keep">
    {`Saved as branch ${branch}. You are still on your branch.`} <Button label="Compare with now" small onClick={() => compareWithBranch(branch)} />
  </p>
)
