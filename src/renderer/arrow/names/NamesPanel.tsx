import { Plus, Trash2 } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import {
  type ArrowCharacter,
  type ArrowDocument,
  type ArrowId,
  type ArrowVariable,
  createCharacter,
  createVariable,
  removeResources,
  renameTag,
  safeName,
  updateCharacter,
  updateVariable,
  usersOf,
  type VariableType
} from '../../../arrow'
import { Blank, Button, IconButton, Scroll } from '../../ui/Parts'
import { create, edit } from '../edits'
import { ColorField } from '../form/ColorField'
import { ClosedForm, LiveSelect, LiveText, useClosed } from '../form/controls'
import { ValueField, ZERO } from '../form/logic'
import { NameField } from '../form/NameField'
import { Users } from '../form/PanelForm'
import { cssColor } from '../graph/cards'
import { useDocumentView } from '../document-view'
import { useArrow } from '../state'
import { formTexts } from '../form/form-texts'
import './names.css'
import { counted } from '../../ui/amounts'

const t = formTexts.names
const PARTS = ['variables', 'characters'] as const

/** The variables and characters of the document: their names, values and tags, and the nodes that use them. */
export function NamesPanel(): ReactElement {
  const shown = useDocumentView()
  const part = useArrow((s) => s.names)
  if (!shown) return <Blank title={formTexts.panel.nothing}>{formTexts.panel.nothingHint}</Blank>
  const { document, why } = shown
  return (
    <Scroll className="panel edit arrow-form edit-form arrow-names" label={t[part]}>
      <fieldset className="part-choice" aria-label={t.tab}>
        {PARTS.map((one) => (
          <Button key={one} label={t[one]} small aria-pressed={part === one} onClick={() => useArrow.set({ names: one })} />
        ))}
      </fieldset>
      {why !== undefined && <p className="edit-shut">{why}</p>}
      <ClosedForm value={why !== undefined}>
        {part === 'variables' ? <Variables document={document} /> : <Characters document={document} />}
      </ClosedForm>
    </Scroll>
  )
}

interface InDocument {
  id: ArrowId
  document: ArrowDocument
}

interface NamedProps extends InDocument {
  name: string
  note: string
  color?: string
  users: readonly ArrowId[]
  children: ReactElement
}

/** A row that opens the form of its resource. */
function Named({ id, name, note, color, users, document, children }: NamedProps): ReactElement {
  const isClosed = useClosed()
  const isOpen = useArrow((s) => s.folds[`name:${id}`] ?? false)
  return (
    <details
      className="form-entry"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        const { folds } = useArrow.get()
        if ((folds[`name:${id}`] ?? false) !== currentTarget.open) useArrow.set({ folds: { ...folds, [`name:${id}`]: currentTarget.open } })
      }}
    >
      <summary>
        {color !== undefined && <span className="arrow-dot" style={{ background: color }} />} <b className="mono">{name}</b>{' '}
        <span className="quiet">
          {note} · {users.length === 0 ? 'Not used yet' : `Used by ${counted(users.length, 'node')}`}
        </span>
      </summary>
      {isOpen && (
        <div className="form-entry-fields">
          {children}
          <Users document={document} users={users} />
          {!isClosed && <Button label={t.remove(name)} icon={<Trash2 size={12} />} small onClick={() => edit((now) => removeResources(now, [id]))} />}
        </div>
      )}
    </details>
  )
}

const isTaken = (set: ReadonlyMap<ArrowId, { name: string }>, id: ArrowId, name: string): boolean =>
  [...set].some(([other, one]) => other !== id && one.name === safeName(name))

const openName = (id: ArrowId | undefined): void => {
  if (id !== undefined) useArrow.set({ folds: { ...useArrow.get().folds, [`name:${id}`]: true } })
}

function Variables({ document }: { document: ArrowDocument }): ReactElement {
  const isClosed = useClosed()
  const { variables } = document.resources
  return (
    <>
      {variables.size === 0 && <p className="quiet">No variables yet</p>}
      {[...variables].map(([id, one]) => (
        <Named key={id} id={id} name={one.name} note={formTexts.fields.variableTypes[one.type]} users={usersOf(document, id)} document={document}>
          <VariableFields id={id} variable={one} document={document} />
        </Named>
      ))}
      {!isClosed && (
        <div className="arrow-buttons">
          {(['num', 'str', 'bool'] as const).map((type) => (
            <Button
              key={type}
              label={`Add a variable (${formTexts.fields.variableTypes[type]})`}
              icon={<Plus size={12} />}
              small
              onClick={() => openName(create((now) => createVariable(now, { type })))}
            />
          ))}
        </div>
      )}
    </>
  )
}

function VariableFields({ id, variable, document }: InDocument & { variable: ArrowVariable }): ReactElement {
  const isTyped = useClosed() || usersOf(document, id).length > 0
  const { name, type, init, notes = '' } = variable
  return (
    <>
      <NameField
        label={t.name}
        hint={t.nameHint}
        now={name}
        faultOf={(wanted) => (isTaken(document.resources.variables, id, wanted) ? t.nameTaken : undefined)}
        onSave={(wanted) => edit((now) => updateVariable(now, id, { name: wanted }))}
      />
      <ClosedForm value={isTyped}>
        <LiveSelect<VariableType>
          label="Type"
          value={type}
          options={(['num', 'str', 'bool'] as const).map((value) => ({ value, label: formTexts.fields.variableTypes[value] }))}
          onChange={(next) => edit((now) => updateVariable(now, id, { type: next, init: ZERO[next] as ArrowVariable['init'] }))}
        />
      </ClosedForm>
      <ValueField
        type={type}
        value={init}
        label="Initial value"
        onChange={(next) => edit((now) => updateVariable(now, id, { init: next }), { key: `${id}/init` })}
      />
      <LiveText
        label={formTexts.panel.notes}
        value={notes}
        lines={1}
        onChange={(text) => edit((now) => updateVariable(now, id, { notes: text }), { key: `${id}/notes` })}
      />
    </>
  )
}

function Characters({ document }: { document: ArrowDocument }): ReactElement {
  const isClosed = useClosed()
  const { characters } = document.resources
  return (
    <>
      {characters.size === 0 && <p className="quiet">No characters yet</p>}
      {[...characters].map(([id, one]) => (
        <Named
          key={id}
          id={id}
          name={one.name}
          note={Object.keys(one.tags ?? {}).join(', ')}
          color={cssColor(one.color)}
          users={usersOf(document, id)}
          document={document}
        >
          <CharacterFields id={id} character={one} document={document} />
        </Named>
      ))}
      {!isClosed && (
        <div className="arrow-buttons">
          <Button label="Add a character" icon={<Plus size={12} />} small onClick={() => openName(create((now) => createCharacter(now)))} />
        </div>
      )}
    </>
  )
}

function CharacterFields({ id, character, document }: InDocument & { character: ArrowCharacter }): ReactElement {
  const isClosed = useClosed()
  const { name, color, tags = {}, notes = '' } = character
  return (
    <>
      <NameField
        label={t.name}
        hint={t.nameHint}
        now={name}
        faultOf={(wanted) => (isTaken(document.resources.characters, id, wanted) ? t.nameTaken : undefined)}
        onSave={(wanted) => edit((now) => updateCharacter(now, id, { name: wanted }))}
      />
      <ColorField
        label="Colour"
        value={color}
        onChange={(next) => edit((now) => updateCharacter(now, id, { color: next }), { key: `${id}/color` })}
      />
      <fieldset className="arrow-items">
        <legend>Tags</legend>
        {Object.entries(tags).map(([key, value]) => (
          <div key={key} className="numbers-row">
            <NameField
              label="Tag"
              now={key}
              faultOf={(wanted) => (safeName(wanted) !== key && Object.hasOwn(tags, safeName(wanted)) ? t.tagTaken : undefined)}
              onSave={(wanted) => edit((now) => renameTag(now, id, key, wanted))}
            />
            <LiveText
              label="Value"
              value={value}
              onChange={(next) => edit((now) => updateCharacter(now, id, { tags: { ...tags, [key]: next } }), { key: `${id}/${key}` })}
            />
            {!isClosed && (
              <IconButton
                label={t.remove(key)}
                icon={<Trash2 size={12} />}
                small
                onClick={() =>
                  edit((now) => updateCharacter(now, id, { tags: Object.fromEntries(Object.entries(tags).filter(([other]) => other !== key)) }))
                }
              />
            )}
          </div>
        ))}
        {!isClosed && <NewTag id={id} tags={tags} />}
      </fieldset>
      <LiveText
        label={formTexts.panel.notes}
        value={notes}
        lines={1}
        onChange={(text) => edit((now) => updateCharacter(now, id, { notes: text }), { key: `${id}/notes` })}
      />
    </>
  )
}

function NewTag({ id, tags }: { id: ArrowId; tags: Readonly<Record<string, string>> }): ReactElement {
  const [key, setKey] = useState('')
  const isTakenNow = Object.hasOwn(tags, safeName(key.trim()))
  return (
    <form
      className="arrow-new-tag"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() === '' || isTakenNow) return
        if (edit((now) => updateCharacter(now, id, { tags: { ...tags, [key.trim()]: '' } }))) setKey('')
      }}
    >
      <input className="field-input" aria-label={t.addTag} placeholder={t.addTag} value={key} onChange={({ target }) => setKey(target.value)} />
      <button type="submit" className="icon-button small" aria-label={t.addTag} disabled={key.trim() === '' || isTakenNow}>
        <Plus size={13} />
      </button>
      {isTakenNow && <span className="fault">{t.tagTaken}</span>}
    </form>
  )
}
