import { GitBranchPlus, History, Square } from 'lucide-react'
import { useEffect, type ReactElement } from 'react'
import { compareTwo, compareWithBranch } from '../../files/compare-request'
import { useSession, goTo } from '../../session'
import { Form, SelectField, TextField } from '../../ui/Field'
import { useTextsMark, draftsForCore, textsMark } from '../live'
import { counted } from '../../ui/amounts'
import { Button, LinkButton } from '../../ui/Parts'
import { GROUP_TITLES, type ComparedGroup } from '../../../shared/analysis/compare'
import type { Replayed, Skipped, Span } from '../../../shared/contract/try-calls'
import { ProblemPlace } from '../try/ProblemPlace'
import { type KeptReplay, replayUnder, useReplay } from './state'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import '../try/try.css'
import './replay.css'

const t = { first: (n: number): string => `First difference: beat ${n}`, end: 'At the end', keep: 'Keep as a branch' } as const

/** Replays a session or scene with the rules in the editor and the folder and shows the differences. */
export default function ReplayPanel(): ReactElement {
  const head = useSession((s) => s.present?.head)
  useEffect(() => void loadSpans(head), [head])
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

const HINTS = {
  rules:
    'Plays the same calls with the same dice under the rules in the editor and the folder, saved or not. Proscenium saves nothing until you keep the result.',
  world:
    'Plays the same calls with the same dice in the world of the last beat, with its rules and prose, as far as they are possible. Proscenium saves nothing until you keep the result.'
} as const

function Wish(): ReactElement {
  const under = useReplay((s) => s.under)
  const spans = useReplay((s) => s.spans ?? [])
  const chosen = useReplay((s) => s.chosen)
  const progress = useReplay((s) => s.progress)
  return (
    <Form className="replay-wish" aria-label="Replay" onSubmit={replay}>
      <SelectField
        label="Part of the story"
        value={String(chosen)}
        options={spans.map(({ kind, title, beats }, i) => ({
          value: String(i),
          label: `${kind === 'session' ? 'Session' : 'Scene'}: ${title} (${counted(beats, 'beat')})`
        }))}
        onChange={(next) => useReplay.set({ chosen: Number(next), replayed: undefined, kept: undefined })}
      />
      <SelectField
        label="Under"
        hint={HINTS[under]}
        value={under}
        options={[
          { value: 'rules', label: 'The rules in the editor and the folder' },
          { value: 'world', label: 'Today’s world, rules and prose' }
        ]}
        onChange={replayUnder}
      />
      {progress === undefined ? (
        <Button icon={<History size={13} />} label={under === 'world' ? 'Replay with today’s world' : 'Replay with these rules'} submit main />
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
  const under = useReplay((s) => s.under)
  const texts = useTextsMark()
  const head = useSession((s) => s.present?.head)
  const isStale = useReplay((s) => s.mark !== (under === 'world' ? head : texts))
  if (!replayed) return null
  return (
    <>
      {isStale && (
        <p aria-live="polite">{under === 'world' ? 'The story has gone on since. Replay again.' : 'The rules have changed since. Replay again.'}</p>
      )}
      {kept === undefined ? <Keep /> : <Kept {...kept} first={replayed.first?.commit} />}
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

const Kept = ({ branch, at, first }: KeptReplay & { first: string | undefined }): ReactElement => (
  <p aria-live="polite" className="replay-keep">
    {`Saved as branch ${branch}. You are still on your branch.`} <Button label="Compare with now" small onClick={() => compareWithBranch(branch)} />
    {at !== undefined && first !== undefined && <Button label="Compare at the first difference" small onClick={() => compareTwo(first, at)} />}
  </p>
)

function Outcome({ replayed }: { replayed: Replayed }): ReactElement {
  const { beats, replayed: played, same, first, skipped, conflicts, stopped, groups, broken, otherEngine } = replayed
  return (
    <div className="replay-outcome">
      {broken.length > 0 && (
        <div className="try-broken">
          <p>The replay uses the rules of the last beat, because a changed file doesn’t load:</p>
          {broken.map((one) => (
            <ProblemPlace key={one.message} problem={one} />
          ))}
        </div>
      )}
      <p aria-live="polite">
        {`Replayed ${played} of ${counted(beats, 'beat')}; ${same} with the same words and dice.`} {first ? '' : 'The story stays the same.'}{' '}
        {otherEngine ? 'An older version of Proscenium recorded these beats, so some differences may come from the app.' : ''}
      </p>
      {stopped !== undefined && <p className="try-problem">{stopped}</p>}
      {first && <First first={first} />}
      <Left title="No longer possible" all={skipped} />
      <Left title="Edits that no longer fit" all={conflicts} />
      {first && (
        <section aria-label={t.end}>
          <h3>{t.end}</h3>
          <p className="quiet">Only what follows from the edits is listed, not the edits themselves.</p>
          {groups.length === 0 ? <p className="quiet">No other differences at the end.</p> : <Groups groups={groups} />}
        </section>
      )}
    </div>
  )
}

function First({ first }: { first: NonNullable<Replayed['first']> }): ReactElement {
  const { commit, n, was, is, rollsWere, rollsAre, changes } = first
  return (
    <section aria-label={t.first(n)}>
      <h3>
        {t.first(n)} <LinkButton label={`Go to beat ${n}`} onClick={() => goTo(commit)} />
      </h3>
      <dl className="replay-sides">
        <dt>Before</dt>
        <dd>
          {was} <span className="quiet">{rollsWere.join('; ')}</span>
        </dd>
        <dt>Now</dt>
        <dd>
          {is} <span className="quiet">{rollsAre.join('; ')}</span>
        </dd>
      </dl>
      <h4>After this beat</h4>
      <Groups groups={changes} />
    </section>
  )
}

const Groups = ({ groups }: { groups: readonly ComparedGroup[] }): ReactElement => (
  <dl className="replay-groups">
    {groups.map(({ kind, lines, total }) => (
      <div key={kind}>
        <dt>{GROUP_TITLES[kind]}</dt>
        {lines.map(({ id, words }) => (
          <dd key={id}>{words}</dd>
        ))}
        {total > lines.length && <dd className="quiet">{`${counted(total - lines.length, 'more line')} left out`}</dd>}
      </div>
    ))}
  </dl>
)

function Left({ title, all }: { title: string; all: readonly Skipped[] }): ReactElement | null {
  if (all.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {all.map(({ commit, n, subject, problem, instead }) => (
          <li key={commit + problem.message}>
            <LinkButton label={`Beat ${n}`} className="numbers" onClick={() => goTo(commit)} /> {subject}
            <ProblemPlace problem={problem} />
            {instead}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the sessions and scenes on the line that ends at a commit. */
async function loadSpans(at: string | undefined): Promise<void> {
  if (at === undefined) return
  try {
    const spans = await api.replaySpans.query({ at })
    // Sessions are replayed most often.
    const session = spans.findIndex(({ kind }) => kind === 'session')
    useReplay.set({
      spans,
      problem: undefined,
      chosen: useReplay.get().spans ? Math.min(useReplay.get().chosen, Math.max(0, spans.length - 1)) : Math.max(0, session)
    })
  } catch (error) {
    useReplay.set({ problem: problemOf(error).message })
  }
}

const spanNow = (): Span | undefined => {
  const { spans, chosen, under } = useReplay.get()
  const span = spans?.[chosen]
  const world = under === 'world' ? useSession.getState().present?.head : undefined
  return span && { from: span.from, to: span.to, ...(world === undefined ? { drafts: draftsForCore() } : { world, drafts: {} }) }
}

let running: { unsubscribe: () => void } | undefined

function stopReplay(): void {
  running?.unsubscribe()
  running = undefined
  useReplay.set({ progress: undefined })
}

const failed = (error: unknown): void => useReplay.set({ progress: undefined, problem: problemOf(error).message })

function replay(): void {
  stopReplay()
  const span = spanNow()
  if (!span) return
  const mark = span.world ?? textsMark()
  useReplay.set({
    progress: { done: 0, of: useReplay.get().spans?.[useReplay.get().chosen]?.beats ?? 0 },
    replayed: undefined,
    kept: undefined,
    problem: undefined
  })
  running = api.replayWith.subscribe(span, {
    onData: (news) => useReplay.set(news.kind === 'progress' ? { progress: news.progress } : { progress: undefined, replayed: news.answer, mark }),
    onError: failed
  })
}

function keepReplay(): void {
  stopReplay()
  const span = spanNow()
  if (!span) return
  const { name, replayed, under } = useReplay.get()
  const first = replayed?.first?.commit
  useReplay.set({ progress: 'saving', problem: undefined })
  running = api.keepReplay.subscribe(
    { ...span, name: name.trim(), ...(first === undefined ? {} : { first }) },
    {
      onData: (news) => {
        if (news.kind !== 'answer') return
        const { branch, first: at } = news.answer
        useReplay.set({ progress: undefined, kept: { branch, at } })
        if (under === 'world' && at !== undefined && first !== undefined) compareTwo(first, at)
      },
      onError: failed
    }
  )
}

const dropReplay = (): void => useReplay.set({ replayed: undefined, kept: undefined, problem: undefined })
