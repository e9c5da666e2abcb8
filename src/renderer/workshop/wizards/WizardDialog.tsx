import { useState, type ReactElement } from 'react'
import type { WizardAnswers, WizardFile, WizardPlan } from '../../../shared/contract/workshop-calls'
import {
  ACTION_SHAPES,
  ACTION_USERS,
  CONDITION_EFFECTS,
  ITEM_KINDS,
  LANGUAGES,
  SPELL_EFFECTS,
  TABLE_DICE,
  WIZARDS
} from '../../../shared/contract/wizards'
import { useSession } from '../../session'
import { run } from '../../ui/commands'
import { Form, FormFoot, SelectField, TextField } from '../../ui/Field'
import { LinkButton, Modal, Scroll } from '../../ui/Parts'
import { useWizard } from './state'
import { wizardTexts as t } from './texts'
import { diffLines, hunks } from '../../../shared/base/diff-lines'
import { api } from '../../client'
import { DiffLines } from '../../ui/DiffLines'
import { useQuery } from '../../ui/Query'
import { savedEdit } from '../../editing'
import { openAt } from '../../files/open-at'
import { runCall } from '../../run-call'
import './wizards.css'

type Answers<K extends WizardAnswers['what']> = Extract<WizardAnswers, { what: K }>

interface Fields {
  name: string
  about: string
  language: Answers<'action'>['language']
  users: Answers<'action'>['users']
  shape: Answers<'action'>['shape']
  condition: Answers<'condition'>['effect']
  kind: Answers<'item'>['kind']
  spell: Answers<'spell'>['effect']
  dice: Answers<'table'>['dice']
  /** `actor:` or `place:` and an id; empty for nowhere. */
  where: string
}

const FIRST: Fields = {
  name: '',
  about: '',
  language: 'yaml',
  users: 'entry_actions',
  shape: 'tell',
  condition: 'hinders',
  kind: 'tool',
  spell: 'harms',
  dice: 'd6',
  where: ''
}

const whereOf = (where: string): Answers<'item'>['where'] => {
  const id = where.slice(where.indexOf(':') + 1)
  return where === '' ? null : where.startsWith('actor:') ? { actor: id } : { place: id }
}

function answersOf(what: WizardAnswers['what'], { name, about, language, users, shape, condition, kind, spell, dice, where }: Fields): WizardAnswers {
  switch (what) {
    case 'action':
      return { what, name, about, language, users, shape }
    case 'condition':
      return { what, name, about, effect: condition }
    case 'item':
      return { what, name, kind, where: whereOf(where) }
    case 'spell':
      return { what, name, about, effect: spell, where: whereOf(where) }
    default:
      return { what, name, dice }
  }
}

const options = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>): { value: T; label: string }[] =>
  values.map((value) => ({ value, label: labels[value] }))

/** Asks what to add to the game, previews the files, and writes them. */
export function WizardDialog({ onClose }: { onClose: () => void }): ReactElement {
  const what = useWizard((s) => s.what)
  const busy = useSession((s) => s.busy > 0)
  const [fields, setFields] = useState(FIRST)
  const put = (part: Partial<Fields>): void => setFields({ ...fields, ...part })
  const answers = answersOf(what, fields)
  const submit = async (): Promise<void> => {
    if (await createThing(answers)) onClose()
  }
  return (
    <Modal title={t.title} onClose={onClose} className="wizard-dialog">
      <Form className="wizard" onSubmit={() => void submit()}>
        <div className="wizard-fields">
          <TextField label="Name" value={fields.name} maxLength={80} spellCheck placeholder={t.names[what]} onChange={(name) => put({ name })} />
          <SelectField
            label="What"
            hint={t.hints[what]}
            value={what}
            options={options(WIZARDS, t.kinds)}
            onChange={(chosen) => useWizard.set({ what: chosen })}
          />
          <Questions what={what} fields={fields} put={put} />
          <p className="hint wizard-game">
            A whole new game is a campaign of its own.{' '}
            <LinkButton
              label="New game…"
              onClick={() => {
                onClose()
                run('new.game')
              }}
            />
          </p>
        </div>
        <Preview answers={answers} />
        <FormFoot onCancel={onClose} submit={busy ? 'Creating…' : 'Create'} disabled={busy} />
      </Form>
    </Modal>
  )
}

function Questions({ what, fields, put }: { what: WizardAnswers['what']; fields: Fields; put: (part: Partial<Fields>) => void }): ReactElement {
  const about = (label: string): ReactElement => (
    <TextField label={label} value={fields.about} maxLength={300} spellCheck onChange={(words) => put({ about: words })} />
  )
  switch (what) {
    case 'action':
      return (
        <>
          {about('What it does, in one sentence')}
          <SelectField label="For" value={fields.users} options={options(ACTION_USERS, t.usersOf)} onChange={(users) => put({ users })} />
          <SelectField label="Begins as" value={fields.shape} options={options(ACTION_SHAPES, t.shapes)} onChange={(shape) => put({ shape })} />
          <SelectField
            label="Language"
            value={fields.language}
            options={options(LANGUAGES, t.languages)}
            onChange={(language) => put({ language })}
          />
        </>
      )
    case 'condition':
      return (
        <>
          {about('What others see of it, in one sentence')}
          <SelectField
            label={t.effect}
            value={fields.condition}
            options={options(CONDITION_EFFECTS, t.conditionEffects)}
            onChange={(condition) => put({ condition })}
          />
        </>
      )
    case 'item':
      return (
        <>
          <SelectField label="Kind" value={fields.kind} options={options(ITEM_KINDS, t.itemKinds)} onChange={(kind) => put({ kind })} />
          <Where value={fields.where} onChange={(where) => put({ where })} />
        </>
      )
    case 'spell':
      return (
        <>
          {about('What casting it does, in one sentence')}
          <SelectField label={t.effect} value={fields.spell} options={options(SPELL_EFFECTS, t.spellEffects)} onChange={(spell) => put({ spell })} />
          <Where value={fields.where} onChange={(where) => put({ where })} />
        </>
      )
    default:
      return (
        <SelectField
          label="Dice"
          value={fields.dice}
          options={TABLE_DICE.map((value) => ({ value, label: value }))}
          onChange={(dice) => put({ dice })}
        />
      )
  }
}

function Where({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactElement {
  const state = useSession((s) => s.present?.state)
  const actors = Object.entries(state?.actors ?? {}).map(([id, { name }]) => ({ value: `actor:${id}`, label: `Carried by ${name}` }))
  const places = Object.entries(state?.places ?? {}).map(([id, { name }]) => ({ value: `place:${id}`, label: `At ${name}` }))
  return (
    <SelectField label="Starting position" value={value} options={[{ value: '', label: 'Nowhere yet' }, ...actors, ...places]} onChange={onChange} />
  )
}

const ask = (_: string, answers: string): Promise<WizardPlan> => api.wizardPlan.query({ answers: JSON.parse(answers) as WizardAnswers })

function Preview({ answers }: { answers: WizardAnswers }): ReactElement {
  const { answer, problem } = useQuery('wizard', JSON.stringify(answers), ask)
  return (
    <Scroll className="wizard-preview" label="Files to write">
      {problem !== undefined ? (
        <p role="alert">{problem}</p>
      ) : answer ? (
        answer.files.map((file) => <Written key={file.path} file={file} />)
      ) : (
        <p className="quiet">Preparing the files…</p>
      )}
      {answer && problem === undefined && <p className="hint">Creates everything in one beat, which Undo reverts.</p>}
    </Scroll>
  )
}

function Written({ file: { path, text, before } }: { file: WizardFile }): ReactElement {
  return (
    <section aria-label={path}>
      <h3>
        <span className="mono">{path}</span> <span className="quiet">{before === undefined ? 'new' : 'changed'}</span>
      </h3>
      {before === undefined ? <pre className="mono">{text}</pre> : <DiffLines hunks={hunks(diffLines(before, text))} />}
    </section>
  )
}

/** Writes a wizard's files as one beat, and opens the first position to fill in. Returns whether that succeeded. */
async function createThing(answers: WizardAnswers): Promise<boolean> {
  const done = await runCall(() => api.runWizard.mutate({ answers }))
  if (!done) return false
  await savedEdit(done.beat)
  const { path, line, column } = done.plan.open
  openAt(path, line, column)
  return true
}
