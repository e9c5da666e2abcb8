import { useEffect, useState, type ReactElement } from 'react'
import type { NameUses, RenamePlan } from '../../../shared/language-calls'
import { KIND_NOUNS } from '../../../shared/rule-names'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { problemOf } from '../../problem-of'
import { runCall } from '../../run-call'
import { TextField } from '../../ui/Field'
import { FormFoot } from '../../ui/FormFoot'
import { Modal } from '../../ui/Parts'
import { draftsForCore } from '../live'
import { closeTab, showFile } from '../tabs'
import { useWorkshop } from '../state'
import { languageTexts } from '../language/texts'
import { useSearch } from './state'
import './search.css'

const t = languageTexts.rename

/** Asks for a new name and shows what it changes. */
export function RenameDialog(): ReactElement | null {
  const name = useSearch((s) => s.renaming?.name)
  return name ? <Question name={name} /> : null
}

const close = (): void => useSearch.set({ renaming: undefined })

function Question({ name: { kind, id, possible } }: { name: NameUses }): ReactElement {
  const first = kind === 'note' ? (id.split('/').at(-1) ?? '').replace(/\.md$/i, '') : id
  const [to, setTo] = useState(first)
  const [isAlso, setAlso] = useState(false)
  const [asked, setAsked] = useState<{ wish?: string; plan?: RenamePlan; problem?: string }>({})
  const wish = JSON.stringify([to.trim(), isAlso])
  useEffect(() => {
    const isNew = to !== first && to.trim() !== ''
    if (!isNew) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api.renamePlan.query({ kind, id, to: to.trim(), possible: isAlso, drafts: draftsForCore() }, { signal: stop.signal }).then(
        (plan) => !stop.signal.aborted && setAsked({ wish, plan }),
        (error: unknown) => !stop.signal.aborted && setAsked({ wish, problem: problemOf(error).message })
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [kind, id, to, first, isAlso, wish])
  const { plan, problem }: typeof asked = asked.wish === wish && to !== first ? asked : {}
  const rename = async (): Promise<void> => {
    const beat = await runCall(() => api.renameName.mutate({ kind, id, to: to.trim(), possible: isAlso, drafts: draftsForCore() }))
    if (!beat) return
    close()
    await savedEdit(beat)
    await followMoves(plan)
  }
  return (
    <Modal title={t.title(KIND_NOUNS[kind], id)} onClose={close} className="wide">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void rename()
        }}
      >
        <TextField label={t.to} value={to} onChange={setTo} hint={t.hint} fault={problem} mono />
        {possible.length > 0 && (
          <label className="check">
            <input type="checkbox" checked={isAlso} onChange={(event) => setAlso(event.target.checked)} /> {t.possible(possible.length)}
          </label>
        )}
        {plan && <Plan plan={plan} />}
        <FormFoot onCancel={close} submit={t.submit} disabled={!plan} />
      </form>
    </Modal>
  )
}

/** Tabs of files that have moved show them at their new paths. */
async function followMoves(plan: RenamePlan | undefined): Promise<void> {
  const { tabs, active } = useWorkshop.get()
  for (const { path, to } of plan?.files ?? []) {
    if (to === undefined || !tabs.includes(path)) continue
    closeTab(path)
    await showFile(to)
  }
  if (active !== undefined && useWorkshop.get().tabs.includes(active)) await showFile(active)
}

/** What a rename changes, line by line. */
function Plan({ plan }: { plan: RenamePlan }): ReactElement {
  const places = plan.files.reduce((sum, { changes }) => sum + changes.length, 0)
  return (
    <div className="workshop-plan">
      <output>{t.changes(plan.files.length, places)}</output>
      <ul>
        {plan.files.map(({ path, to, changes }) => (
          <li key={path}>
            <span className="mono">{to === undefined ? path : t.moves(path, to)}</span>
            <ul>
              {changes.map(({ line, column, before, after }) => (
                <li key={`${line}:${column}`} className="mono">
                  <span className="numbers quiet">{line}</span> <del>{before}</del> <ins>{after}</ins>
                </li>
              ))}
            </ul>
          </li>
        ))}
        {plan.left.map(({ path }) => (
          <li key={`left ${path}`} className="quiet">
            {t.left(path)}
          </li>
        ))}
      </ul>
    </div>
  )
}
