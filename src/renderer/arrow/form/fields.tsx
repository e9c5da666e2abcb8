import { useCallback, type ReactElement } from 'react'
import { createScene, dataOf, setData } from '../../../arrow'
import { Button } from '../../ui/Parts'
import { edit, selectWithFrames, showScene } from '../edits'
import { nodeLabel } from '../outline/rows'
import { arrowTexts } from '../arrow-texts'
import { ColorField } from './ColorField'
import { LiveCheck, LiveNumber, LiveSelect, LiveText, PickField, type TextStyle } from './controls'
import { GeneratorFields, InputFields } from './generated'
import { ItemFields } from './ItemFields'
import { NodePictures } from './NodePictures'
import { ConditionFields, UpdateFields } from './logic'
import { CharacterPicker, matches, nodeChoices } from './pickers'
import { TagEditFields, TagMatchFields, TagPassFields } from './tags'
import { formTexts } from './form-texts'
import { ListFields, numberOf, set, setResource, textOf, type FieldsProps } from './values'

const t = formTexts.fields

type Fields = (props: FieldsProps) => ReactElement

/** The fields that are specific to a node's type. */
export function TypeFields(props: FieldsProps): ReactElement | null {
  const Fields = Object.hasOwn(FIELDS, props.node.type) ? FIELDS[props.node.type] : undefined
  return Fields ? <Fields {...props} /> : null
}

/** Several fields, one below the other. */
const all =
  (...fields: readonly Fields[]): Fields =>
  (props) => (
    <>
      {fields.map((Field, k) => (
        // oxlint-disable-next-line react/no-array-index-key -- the fields of a type don't change
        <Field key={k} {...props} />
      ))}
    </>
  )

/** A text in a member of the data. */
const text =
  (member: string, label: string, style: TextStyle & { hint?: string; isFirst?: boolean } = {}): Fields =>
  ({ id, node }) => <LiveText {...style} label={label} value={textOf(node, member)} onChange={(next) => set(id, { [member]: next })} />

/** The pictures in a text. */
const pictures =
  (member: string): Fields =>
  (props) => <NodePictures {...props} member={member} />

/** A boolean in a member of the data. */
const check =
  (member: string, label: string, hint?: string): Fields =>
  ({ id, node }) => <LiveCheck label={label} hint={hint} value={dataOf(node, member) === true} onChange={(isOn) => set(id, { [member]: isOn })} />

/** The list of texts that have an output each. */
const items =
  (member: 'lines' | 'actions', title: string, label: (n: number) => string, adds: string): Fields =>
  (props) => <ItemFields {...props} member={member} title={title} label={label} adds={adds} isStory />

const Brief: Fields = ({ id, node }) => {
  const brief = dataOf(node, 'brief')
  return typeof brief === 'number' ? (
    <LiveNumber label="Text length shown in Arrow (−1 for all)" value={brief} onChange={(n) => set(id, { brief: n })} />
  ) : (
    <></>
  )
}
const page = all(check('auto', 'Continues automatically'), check('clear', 'Clears the page'), Brief)

const Speaker: Fields = ({ document, id, node }) => (
  <CharacterPicker document={document} value={numberOf(node, 'character')} onChoose={(choice) => setResource(id, 'character', 'character', choice)} />
)

const SLOT_OPTIONS = Array.from({ length: 9 }, (_, k) => ({ value: k + 2, label: String(k + 2) }))
const Slots: Fields = ({ id, node }) => (
  <LiveSelect
    label={node.type === 'hub' ? 'Inputs' : 'Outputs'}
    value={numberOf(node, 'slots')}
    options={SLOT_OPTIONS}
    onChange={(slots) => set(id, { slots })}
  />
)

const Target: Fields = ({ document, id, node, scene }) => {
  const target = numberOf(node, 'target')
  const find = useCallback((query: string) => nodeChoices(document, query, scene, (one) => one !== id), [document, scene, id])
  return (
    <PickField
      label="Target"
      title="Jump to"
      words={document.resources.nodes.has(target) ? nodeLabel(document, target) : 'No node selected'}
      placeholder={arrowTexts.choose.node}
      none={arrowTexts.choose.none}
      find={find}
      onChoose={({ pick }) => set(id, { target: pick })}
      isFirst
    />
  )
}

const Macro: Fields = ({ document, id, node }) => {
  const { scenes } = document.resources
  const macro = numberOf(node, 'macro')
  const find = useCallback(
    (query: string) => {
      const name = query.trim()
      const isNew = name !== '' && ![...scenes.values()].some((one) => one.name === name)
      return [
        ...[...scenes]
          .filter(([, one]) => one.macro === true && matches(one.name, query))
          .map(([pick, one]) => ({ id: String(pick), pick, label: one.name, creates: undefined as string | undefined })),
        ...(isNew ? [{ id: 'new', pick: -1, label: `${arrowTexts.head.newMacro} “${name}”`, creates: name }] : [])
      ]
    },
    [scenes]
  )
  return (
    <>
      <PickField
        label="Macro"
        title="Use macro"
        words={scenes.get(macro)?.name ?? 'No macro selected'}
        placeholder={arrowTexts.choose.sceneName}
        none="This document has no macro yet. Add one with “New macro” beside the scene tabs."
        find={find}
        onChoose={({ pick, creates }) =>
          edit((now) => {
            const target = creates === undefined ? { document: now, id: pick } : createScene(now, { name: creates, macro: true })
            return setData(target.document, id, { macro: target.id })
          })
        }
        isFirst
      />
      {scenes.has(macro) && (
        <div className="arrow-buttons">
          <Button label="Open the macro" small onClick={() => showScene(macro)} />
        </div>
      )}
    </>
  )
}

const Color: Fields = ({ id, node }) => <ColorField label="Colour" value={textOf(node, 'color')} onChange={(color) => set(id, { color })} />
const label = all(text('label', 'Label', { isFirst: true }), Color)

/** The smallest side of a frame, in pixels. */
const MIN_FRAME = 128
const SIZE_ROWS = [
  [
    { at: 0, label: 'Width', least: MIN_FRAME },
    { at: 1, label: 'Height', least: MIN_FRAME }
  ]
]
const Frame: Fields = (props) => (
  <>
    <ListFields {...props} member="rect" standard={[MIN_FRAME, MIN_FRAME]} rows={SIZE_ROWS} />
    <p className="hint">A frame moves without the nodes inside it, as in Arrow. To move them together, select both.</p>
    <div className="arrow-buttons">
      <Button label="Select frame and contents" small onClick={() => selectWithFrames([props.id])} />
    </div>
  </>
)

const story = { lines: 5, hint: 'Formats: [b]bold[/b], [i]italic[/i]. {name} shows a variable, {character.tag} a tag.', isStory: true, isFirst: true }
const FIELDS: Readonly<Record<string, Fields>> = {
  content: all(text('title', 'Title', { isStory: true }), text('content', 'Text', story), pictures('content'), page),
  dialog: all(
    Speaker,
    items('lines', 'Lines', t.line, 'Add a line'),
    check('playable', 'The player chooses the line', 'Otherwise one line is picked at random.')
  ),
  monolog: all(Speaker, text('monolog', 'Text', story), pictures('monolog'), page),
  interaction: items('actions', 'Actions', t.action, 'Add an action'),
  user_input: InputFields,
  condition: ConditionFields,
  variable_update: UpdateFields,
  generator: GeneratorFields,
  randomizer: Slots,
  sequencer: Slots,
  hub: Slots,
  jump: all(Target, text('reason', 'Note on the jump')),
  macro_use: Macro,
  marker: label,
  entry: text('plaque', 'Plaque', { isFirst: true }),
  frame: all(label, Frame),
  tag_edit: TagEditFields,
  tag_match: TagMatchFields,
  tag_pass: TagPassFields
}
