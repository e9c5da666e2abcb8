import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { Fragment, type ReactElement } from 'react'
import { isObject, own, type Json, type JsonObject } from '../../shared/base/json'
import type { NameKind } from '../../shared/contract/language-calls'
import { capitalised } from '../../shared/words/labels'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { SelectField, Suggestions } from '../ui/Field'
import { Button, IconButton } from '../ui/Parts'
import { AddName, AddText } from './AddEntry'
import { CheckboxField } from './CheckboxField'
import { ConditionField } from './ConditionField'
import { DraftField } from './DraftField'
import { Entries } from './Entries'
import { namesWithout } from './find-names'
import { freeId, linesOf, tagsOf, tagsText } from './field-values'
import { entriesOf, inList, listValue, under, type FormField, type ListShape, type Shape } from './form-of'
import { NameField } from './NameField'
import { NamesField } from './NamesField'
import { titleOf } from './names'
import { NumberField, NumbersShape } from './NumberFields'
import { editWorld } from './save-edits'
import { textOf, type ShapeProps, type Slot } from './shape-props'
import { fieldTexts as t } from './texts'

interface FieldsProps extends Slot {
  fields: readonly FormField[]
  /** Labels by key; by default the key in words. */
  labels?: Readonly<Record<string, string>>
  /** Labels of numbers by their key, in the order in which they are shown. */
  numbers?: Readonly<Record<string, string>>
}

const EXPRESSIONS = new Set(['met', 'when'])
/** The keys of texts that are prose. */
const PROSE = new Set(['public', 'want', 'wants', 'fears', 'voice', 'aim', 'stakes', 'text'])
/** The id of the list of suggestions that `FormSuggestions` draws. */
const KEY_LIST = 'form-keys'

/** The suggestions for fields of a form: `keys` for entries with ids of their own. */
export function FormSuggestions({ keys }: { keys: readonly string[] }): ReactElement {
  return <Suggestions lists={{ [KEY_LIST]: keys }} />
}

/** The fields of a map, as its schema describes them. Each is saved on its own, as one beat. */
export function FormFields({ fields, labels = {}, numbers = {}, ...slot }: FieldsProps): ReactElement {
  return (
    <>
      {fields.map(({ key, hint, shape }) => (
        <ShapeField
          key={key}
          label={own(labels, key) ?? capitalised(key.replaceAll('_', ' '))}
          hint={hint}
          shape={shape}
          isExpression={EXPRESSIONS.has(key)}
          isProse={PROSE.has(key)}
          labels={labels}
          numbers={numbers}
          at={`${slot.at}/${key}`}
          value={isObject(slot.value) ? own(slot.value, key) : undefined}
          edit={under(slot.edit, key)}
          names={slot.names}
        />
      ))}
    </>
  )
}

function ShapeField({ shape, ...props }: ShapeProps & { shape: Shape }): ReactElement {
  switch (shape.kind) {
    case 'text':
      return shape.names === undefined ? <TextShape {...props} /> : <NameShape {...props} kind={shape.names} isOptional={shape.isOptional === true} />
    case 'choice':
      return <ChoiceShape {...props} of={shape.of} />
    case 'number':
      return <NumberField {...props} {...shape} />
    case 'check':
      return <CheckboxField label={props.label} on={props.value === true} edits={(on) => [...props.edit([], () => on || null)]} />
    case 'flags':
      return <FlagsShape {...props} />
    case 'numbers':
      return <NumbersShape {...props} kind={Object.keys(props.numbers).length === 0 ? shape.names : undefined} />
    case 'texts':
      return shape.names === undefined ? (
        <TextsShape {...props} />
      ) : (
        <NamesShape {...props} kind={shape.names} isNot={shape.names === 'fact' && !shape.sets} />
      )
    case 'words':
      return <WordsField {...props} shape={shape} />
    case 'list':
      return <ListField {...props} shape={shape} />
    default:
      return <MapField {...props} shape={shape} />
  }
}

function TextShape({ label, hint, isExpression = false, isProse = false, at, value, edit, ...rest }: ShapeProps): ReactElement {
  if (isExpression) return <ConditionField {...rest} label={label} hint={hint} at={at} value={value} edit={edit} />
  return (
    <DraftField
      field={at}
      label={label}
      hint={hint}
      now={textOf(value)}
      lines={1}
      isProse={isProse}
      edits={(text) => edit([], () => (text.trim() === '' ? null : isProse ? text : text.trim()))}
    />
  )
}

function NameShape({ label, hint, value, edit, names, kind, isOptional }: ShapeProps & { kind: NameKind; isOptional: boolean }): ReactElement {
  return (
    <NameField
      label={label}
      hint={hint}
      kind={kind}
      names={names}
      id={textOf(value)}
      isOptional={isOptional}
      onChoose={(chosen) => editWorld(() => edit([], () => (chosen === '' ? null : chosen)))}
    />
  )
}

function ChoiceShape({ label, hint, value, edit, of }: ShapeProps & { of: readonly string[] }): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const now = textOf(value)
  if (closed) return <p className="quiet">{`${label}: ${now === '' ? t.unset : now}`}</p>
  const options = [...(of.includes(now) ? [] : [{ value: now, label: now === '' ? t.unset : now }]), ...of.map((one) => ({ value: one, label: one }))]
  return (
    <SelectField label={label} hint={hint} options={options} value={now} onChange={(to) => to !== now && void editWorld(() => edit([], () => to))} />
  )
}

function FlagsShape({ label, hint, at, value, edit }: ShapeProps): ReactElement {
  return (
    <DraftField
      field={at}
      label={label}
      hint={`${hint} ${t.flags}`.trim()}
      now={tagsText((isObject(value) ? value : {}) as Record<string, string | number | boolean>)}
      lines={1}
      mono
      edits={(text) => {
        const typed = tagsOf(text)
        return 'bad' in typed ? t.flagBad(typed.bad) : edit([], () => typed.tags)
      }}
    />
  )
}

function TextsShape({ label, hint, at, value, edit }: ShapeProps): ReactElement {
  const now = Array.isArray(value) ? value.map(textOf).join('\n') : ''
  return (
    <DraftField
      field={at}
      label={label}
      hint={hint}
      now={now}
      lines={1}
      edits={(text) => edit([], () => (linesOf(text).length === 0 ? null : linesOf(text)))}
    />
  )
}

function NamesShape({ label, hint, value, edit, names, kind, isNot }: ShapeProps & { kind: NameKind; isNot: boolean }): ReactElement {
  const idsIn = (now: Json | undefined): string[] => (Array.isArray(now) ? now.map(textOf) : [])
  const put = (change: (ids: readonly string[]) => readonly string[]): Promise<unknown> =>
    editWorld(() =>
      edit([], (now) => {
        const next = change(idsIn(now))
        return next.length === 0 ? null : [...next]
      })
    )
  return <NamesField label={label} hint={hint} kind={kind} names={names} ids={idsIn(value)} isNot={isNot} onChange={put} />
}

interface ListProps extends ShapeProps {
  shape: ListShape
}

/** The entries of a list in their order. An entry whose text is emptied is removed. */
function ListField({ label, hint, at, value, edit, shape, ...rest }: ListProps): ReactElement {
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const entries = entriesOf(shape, value)
  const first = shape.of[0]?.key ?? ''
  const change = (to: (all: readonly JsonObject[]) => readonly JsonObject[]): Promise<unknown> =>
    editWorld(() => edit([], (now) => listValue(shape, to(entriesOf(shape, now)))))
  const move = (from: number, to: number): Promise<unknown> =>
    change((all) => {
      const next = [...all]
      next.splice(to, 0, ...next.splice(from, 1))
      return next
    })
  return (
    <section className="entries form-list" aria-label={label}>
      <h3>{label}</h3>
      {hint !== '' && <p className="hint">{hint}</p>}
      <ol>
        {entries.map((entry, i) => (
          <li key={i} className="form-row">
            <div>
              <FormFields {...rest} fields={shape.of} at={`${at}/${i}`} value={entry} edit={inList(edit, shape, i)} />
            </div>
            {!closed && (
              <span className="form-row-buttons">
                <IconButton label={t.up(i + 1)} small icon={<ArrowUp size={13} />} disabled={i === 0} onClick={() => void move(i, i - 1)} />
                <IconButton
                  label={t.down(i + 1)}
                  small
                  icon={<ArrowDown size={13} />}
                  disabled={i === entries.length - 1}
                  onClick={() => void move(i, i + 1)}
                />
                <IconButton
                  label={t.take(`${label} ${i + 1}`)}
                  small
                  icon={<X size={13} />}
                  onClick={() => void change((all) => all.toSpliced(i, 1))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!closed &&
        (shape.blank ? (
          <Button icon={<Plus size={13} />} label={t.addTo(label)} small className="adds" onClick={() => void change((all) => [...all, {}])} />
        ) : (
          <AddText
            label={t.addTo(label)}
            field={own(rest.labels, first) ?? capitalised(first)}
            onAdd={(text) => change((all) => [...all, { [first]: text }])}
          />
        ))}
    </section>
  )
}

/** Adds the new entries of a map and removes the missing ones. */
async function saveEntries(edit: Slot['edit'], map: JsonObject, next: Readonly<Record<string, Json>>): Promise<unknown> {
  const ids = Object.keys({ ...map, ...next }).filter((one) => Object.hasOwn(map, one) !== Object.hasOwn(next, one))
  const [id] = ids
  if (id === undefined) return undefined
  if (ids.length === 1) return editWorld(() => edit([id], () => own(next, id) ?? null))
  return editWorld(() =>
    edit([], (now) => {
      const others = Object.entries(isObject(now) ? now : {}).filter(([one]) => !ids.includes(one))
      const all = [...others, ...Object.entries(next).filter(([one]) => ids.includes(one))]
      return all.length === 0 ? null : Object.fromEntries(all)
    })
  )
}

/** The entries of a map by id. Where ids or a field of an entry are names, a new entry begins with the choice of one. */
function MapField({ label, at, value, edit, shape, ...rest }: ShapeProps & { shape: Extract<Shape, { kind: 'map' }> }): ReactElement {
  const map = isObject(value) ? value : {}
  const { of, names: keys } = shape
  const pick = 'kind' in of ? undefined : of.find(({ shape: one }) => one.kind === 'text' && one.names !== undefined)
  const kind = keys ?? (pick?.shape.kind === 'text' ? pick.shape.names : undefined)
  const put = (id: string, entry: Json | null): Promise<unknown> => editWorld(() => edit([id], () => entry))
  const words = (entry: Json, id: string): string => {
    if (Array.isArray(entry)) return `${id} · ${entry.length}`
    const named = isObject(entry) ? textOf(own(entry, 'name')) || (pick && kind ? titleOf(rest.names, kind, textOf(own(entry, pick.key))) : '') : ''
    return named || (keys === undefined ? id : titleOf(rest.names, keys, id))
  }
  return (
    <Entries
      title={label}
      entries={map}
      labelOf={words}
      adds={t.addTo(label)}
      named={t.nameOf(label)}
      fresh={(): Json => ('kind' in of ? [] : {})}
      onChange={(next) => saveEntries(edit, map, next)}
      {...(kind === undefined
        ? { idFor: (name: string) => name.trim(), list: KEY_LIST }
        : {
            adder: (
              <AddName
                label={t.addTo(label)}
                kind={kind}
                names={rest.names}
                without={(id) => keys !== undefined && Object.hasOwn(map, id)}
                onChoose={(id) =>
                  keys === undefined
                    ? put(
                        freeId(id, (one) => Object.hasOwn(map, one)),
                        { [pick?.key ?? 'item']: id }
                      )
                    : put(id, {})
                }
              />
            )
          })}
    >
      {(id, entry) => (
        <Fragment key={id}>
          {'kind' in of ? (
            <ListField {...rest} label={id} hint="" at={`${at}/${id}`} value={entry} edit={under(edit, id)} shape={of} />
          ) : (
            // What a fact waits for can't be that fact.
            <FormFields
              {...rest}
              names={keys === 'fact' ? namesWithout(rest.names, keys, id) : rest.names}
              fields={of}
              at={`${at}/${id}`}
              value={entry}
              edit={under(edit, id)}
            />
          )}
        </Fragment>
      )}
    </Entries>
  )
}

/** The texts of a map by id. Where ids are names, a new entry begins with the choice of one; a text that is a name begins with the first one. */
function WordsField({ label, at, value, edit, shape, ...rest }: ShapeProps & { shape: Extract<Shape, { kind: 'words' }> }): ReactElement {
  const map = isObject(value) ? value : {}
  const { names: keys, of } = shape
  const fresh = rest.names.find(({ kind }) => kind === of.names)?.id ?? ''
  const put = (id: string, entry: Json | null): Promise<unknown> => editWorld(() => edit([id], () => entry))
  const add = (
    <AddName
      label={t.addTo(label)}
      kind={keys ?? 'fact'}
      names={rest.names}
      without={(id) => Object.hasOwn(map, id)}
      onChoose={(id) => put(id, fresh)}
    />
  )
  return (
    <Entries
      title={label}
      entries={map}
      labelOf={(_, id) => (keys === undefined ? id : titleOf(rest.names, keys, id))}
      adds={t.addTo(label)}
      named={t.nameOf(label)}
      {...(shape.isNew ? {} : { idFor: (name: string) => name.trim() })}
      fresh={(_, name): Json => (shape.isNew ? name : fresh)}
      {...(keys === undefined ? {} : { adder: add })}
      onChange={(next) => saveEntries(edit, map, next)}
    >
      {(id, entry) => (
        <ShapeField
          {...rest}
          label={keys === undefined ? id : titleOf(rest.names, keys, id)}
          hint=""
          isProse={of.names === undefined}
          shape={of}
          at={`${at}/${id}`}
          value={entry}
          edit={under(edit, id)}
        />
      )}
    </Entries>
  )
}
