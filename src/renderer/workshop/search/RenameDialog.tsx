import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import type { NameUses, RenamePlan } from '../../../shared/contract/language-calls'
import { KIND_NOUNS } from '../../../shared/story/rule-names'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { problemOf } from '../../problem-of'
import { runCall } from '../../run-call'
import { Checkbox, Form, FormFoot, TextField } from '../../ui/Field'
import { Modal } from '../../ui/Parts'
import { draftsForCore } from '../live'
import { closeTab, showFile } from '../tabs'
import { useWorkshop } from '../state'
import type { LocalName } from '../language/local-names'
import { languageTexts } from '../language/texts'
import { applyFix } from '../problems/fix'
import { useSearch } from './state'
import './search.css'
import { counted } from '../../ui/amounts'
import { afterRest } from '../../ui/after-rest'
const t = languageTexts.rename

/** Asks for a new name and shows the changes. */
export function RenameDialog(): ReactElement | null {
  const renaming = useSearch((s) => s.renaming)
  return renaming ? <Question {...renaming} /> : null
}

const close = (): void => useSearch.set({ renaming: undefined })

/** The name to change, as the initial input; undefined while it is looked up. */
function firstOf({ name, local }: Renaming): string | undefined {
  if (local) return local.id
  return name?.kind === 'note' ? (name.id.split('/').at(-1) ?? '').replace(/\.md$/i, '') : name?.id
}

type Renaming = NonNullable<ReturnType<typeof useSearch.get>['renaming']>
interface Asked {
  wish?: string
  plan?: RenamePlan
  problem?: string
}

function Question({ name, local }: Renaming): ReactElement {
  const first = firstOf({ name, local })
  const [written, setWritten] = useState<string>()
  const [isAlso, setAlso] = useState(false)
  const to = (written ?? first ?? '').trim()
  const { plan, problem } = usePlan({ name, local }, to, isAlso)
  const field = useRef<HTMLInputElement>(null)
  // The next input replaces the name, whenever the name arrives.
  useLayoutEffect(() => {
    if (first !== undefined && written === undefined) field.current?.select()
  }, [first, written])
  const possible = name?.possible.length ?? 0
  return (
    <Modal
      title={name ? `Rename the ${KIND_NOUNS[name.kind]} ${name.id}` : local ? `Rename ${local.id} in the rules` : 'Rename'}
      onClose={close}
      className="wide"
    >
      <Form
        onSubmit={() => {
          if (plan) void rename({ name, local }, to, isAlso, plan)
        }}
      >
        <TextField
          ref={field}
          label="New name"
          value={written ?? first ?? ''}
          onChange={setWritten}
          onFocus={(event) => event.target.select()}
          hint={
            first === undefined
              ? 'Finding all uses…'
              : local
                ? 'The texts change in their tabs. Save them to use the new name.'
                : 'All files change in one beat, which Undo reverts.'
          }
          fault={problem}
          mono
        />
        {possible > 0 && (
          <Checkbox
            label={`Also change ${counted(possible, 'quoted word')} in rules that may mean something else`}
            checked={isAlso}
            onChange={setAlso}
          />
        )}
        {plan && <Plan plan={plan} />}
        <FormFoot onCancel={close} submit="Rename" disabled={!plan} />
      </Form>
    </Modal>
  )
}

function usePlan({ name, local }: Renaming, to: string, isAlso: boolean): Asked {
  const [asked, setAsked] = useState<Asked>({})
  const wish = JSON.stringify([to, isAlso])
  const isNew = to !== '' && to !== firstOf({ name, local })
  useEffect(() => {
    if (!isNew || !(name ?? local)) return undefined
    const plan = async (signal: AbortSignal): Promise<Asked> =>
      local ? localPlan(local, to) : name ? { plan: await api.renamePlan.query(wanted(name, to, isAlso), { signal }) } : {}
    return afterRest(150, (signal) =>
      plan(signal).then(
        (found) => !signal.aborted && setAsked({ wish, ...found }),
        (error: unknown) => !signal.aborted && setAsked({ wish, problem: problemOf(error).message })
      )
    )
  }, [name, local, to, isNew, isAlso, wish])
  return asked.wish === wish && isNew ? asked : {}
}

async function localPlan(local: LocalName, to: string): Promise<Asked> {
  const { localChanges, localFault } = await import('../language/local-names')
  const fault = localFault(local, to)
  return fault ? { problem: t[fault](to) } : { plan: { files: localChanges(local, to), possible: [], left: [] } }
}

const wanted = ({ kind, id }: NameUses, to: string, possible: boolean): Parameters<typeof api.renamePlan.query>[0] => ({
  kind,
  id,
  to,
  possible,
  drafts: draftsForCore()
})

async function rename({ name, local }: Renaming, to: string, isAlso: boolean, plan: RenamePlan): Promise<void> {
  if (local) {
    close()
    return applyFix({ files: plan.files })
  }
  const beat = name && (await runCall(() => api.renameName.mutate(wanted(name, to, isAlso))))
  if (!beat) return
  close()
  await savedEdit(beat)
  await followMoves(plan)
}

async function followMoves(plan: RenamePlan): Promise<void> {
  const { tabs, active } = useWorkshop.get()
  for (const { path, to } of plan.files) {
    if (to === undefined || !tabs.includes(path)) continue
    closeTab(path)
    await showFile(to)
  }
  if (active !== undefined && useWorkshop.get().tabs.includes(active)) await showFile(active)
}

function Plan({ plan }: { plan: RenamePlan }): ReactElement {
  const places = plan.files.reduce((sum, { changes }) => sum + changes.length, 0)
  return (
    <div className="workshop-plan">
      <output>{`${counted(places, 'change')} in ${counted(plan.files.length, 'file')}`}</output>
      <ul>
        {plan.files.map(({ path, to, changes }) => (
          <li key={path}>
            <span className="mono">{to === undefined ? path : `${path} becomes ${to}`}</span>
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
            {`${path} links to the old name. It belongs to its writer and stays as it is.`}
          </li>
        ))}
      </ul>
    </div>
  )
}
