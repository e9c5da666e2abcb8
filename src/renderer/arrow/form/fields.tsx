import { useCallback, type ReactElement } from 'react'
import { createScene, dataOf, setData } from '../../../arrow'
import { edit, selectWithFrames, showScene } from '../edits'
import { nodeLabel } from '../outline/rows'
import { arrowTexts } from '../texts'
import { formTexts } from './texts'
import { LiveCheck, LiveNumber, LiveSelect, LiveText, PickField } from './controls'
import { ColorField, rectWith } from './ColorField'
import { GeneratorFields, InputFields } from './generated'
import { ItemFields } from './ItemFields'
import { CharacterPicker, nodeChoices } from './pickers'
import { listOf, numberOf, set, setResource, textOf, type FieldsProps } from './values'
import { ConditionFields, UpdateFields } from './logic'
import { TagEditFields, TagMatchFields, TagPassFields } from './tags'

const t = formTexts.fields

/** The fields that are specific to a node's type. */
export function TypeFields(props: FieldsProps): ReactElement | null {
  const Fields = Object.hasOwn(FIELDS, props.node.type) ? FIELDS[props.node.type] : undefined
  return Fields ? <Fields {...props} /> : null
}

const Text = ({
  id,
  node,
  member,
  isClosed,
  ...rest
}: { member: string; label: string; lines?: number; hint?: string; isStory?: boolean; isFirst?: boolean; list?: string } & Pick<
  FieldsProps,
  'id' | 'node' | 'isClosed'
>): ReactElement => <LiveText {...rest} value={textOf(node, member)} onChange={(text) => set(id, { [member]: text })} isClosed={isClosed} />

const Check = ({
  id,
  node,
  member,
  isClosed,
  ...rest
}: { member: string; label: string; hint?: string } & Pick<FieldsProps, 'id' | 'node' | 'isClosed'>): ReactElement => (
  <LiveCheck {...rest} isOn={dataOf(node, member) === true} onChange={(isOn) => set(id, { [member]: isOn })} isClosed={isClosed} />
)

function PageFields(props: FieldsProps): ReactElement {
  const { id, node, isClosed } = props
  const brief = dataOf(node, 'brief')
  return (
    <>
      <Check {...props} member="auto" label={t.auto} />
      <Check {...props} member="clear" label={t.clear} />
      {typeof brief === 'number' && <LiveNumber label={t.brief} value={brief} onChange={(n) => set(id, { brief: n })} isClosed={isClosed} />}
    </>
  )
}

const ContentFields = (props: FieldsProps): ReactElement => (
  <>
    <Text {...props} member="title" label={t.title} isStory />
    <Text {...props} member="content" label={t.content} lines={5} hint={t.contentHint} isStory isFirst />
    <PageFields {...props} />
  </>
)

const Who = ({ document, id, node, isClosed }: FieldsProps): ReactElement => (
  <CharacterPicker
    document={document}
    value={numberOf(node, 'character')}
    onChoose={(choice) => setResource(id, 'character', 'character', choice)}
    isClosed={isClosed}
  />
)

const MonologFields = (props: FieldsProps): ReactElement => (
  <>
    <Who {...props} />
    <Text {...props} member="monolog" label={t.monolog} lines={5} hint={t.contentHint} isStory isFirst />
    <PageFields {...props} />
  </>
)

const DialogFields = (props: FieldsProps): ReactElement => (
  <>
    <Who {...props} />
    <ItemFields {...props} member="lines" title={t.lines} label={t.line} adds={t.addLine} isStory />
    <Check {...props} member="playable" label={t.playable} hint={t.playableHint} />
  </>
)

const InteractionFields = (props: FieldsProps): ReactElement => (
  <ItemFields {...props} member="actions" title={t.actions} label={t.action} adds={t.addAction} isStory />
)

const SlotFields = ({ id, node, isClosed }: FieldsProps): ReactElement => {
  const slots = numberOf(node, 'slots')
  const options = Array.from({ length: 9 }, (_, k) => ({ value: k + 2, label: String(k + 2) }))
  return (
    <LiveSelect
      label={node.type === 'hub' ? t.slots.inputs : t.slots.outputs}
      value={slots}
      options={options}
      onChange={(n) => set(id, { slots: n })}
      isClosed={isClosed}
    />
  )
}

const JumpFields = (props: FieldsProps): ReactElement => {
  const { document, id, node, scene, isClosed } = props
  const target = numberOf(node, 'target')
  const find = useCallback((query: string) => nodeChoices(document, query, scene, (one) => one !== id), [document, scene, id])
  return (
    <>
      <PickField
        label={t.target}
        title={arrowTexts.choose.jump}
        words={document.resources.nodes.has(target) ? nodeLabel(document, target) : t.noTarget}
        placeholder={arrowTexts.choose.node}
        none={arrowTexts.choose.none}
        find={find}
        onChoose={({ pick }) => set(id, { target: pick })}
        isClosed={isClosed}
        isFirst
      />
      <Text {...props} member="reason" label={t.reason} />
    </>
  )
}

const MacroFields = ({ document, id, node, isClosed }: FieldsProps): ReactElement => {
  const { scenes } = document.resources
  const macro = numberOf(node, 'macro')
  const find = useCallback(
    (query: string) => [
      ...[...scenes]
        .filter(([, one]) => one.macro === true && one.name.toLowerCase().includes(query.trim().toLowerCase()))
        .map(([pick, { name }]) => ({ id: String(pick), pick, label: name, creates: undefined as string | undefined })),
      ...(query.trim() !== '' && ![...scenes.values()].some(({ name }) => name === query.trim())
        ? [{ id: 'new', pick: -1, label: `${arrowTexts.head.newMacro} “${query.trim()}”`, creates: query.trim() }]
        : [])
    ],
    [scenes]
  )
  return (
    <>
      <PickField
        label={t.macro}
        title={arrowTexts.choose.macro}
        words={scenes.get(macro)?.name ?? t.noMacro}
        placeholder={arrowTexts.choose.sceneName}
        none={t.noMacros}
        find={find}
        onChoose={({ pick, creates }) =>
          edit((now) => {
            const target = creates === undefined ? { document: now, id: pick } : createScene(now, { name: creates, macro: true })
            return setData(target.document, id, { macro: target.id })
          })
        }
        isClosed={isClosed}
        isFirst
      />
      {scenes.has(macro) && (
        <div className="arrow-buttons">
          <button type="button" className="button small" onClick={() => showScene(macro)}>
            {t.openMacro}
          </button>
        </div>
      )}
    </>
  )
}

const MarkerFields = (props: FieldsProps): ReactElement => (
  <>
    <Text {...props} member="label" label={t.label} isFirst />
    <ColorField label={t.color} value={textOf(props.node, 'color')} onChange={(color) => set(props.id, { color })} isClosed={props.isClosed} />
  </>
)

const EntryFields = (props: FieldsProps): ReactElement => <Text {...props} member="plaque" label={t.plaque} isFirst />

const FrameFields = (props: FieldsProps): ReactElement => {
  const { id, node, isClosed } = props
  const [width, height] = listOf(dataOf(node, 'rect')).map((one) => (typeof one === 'number' ? one : 128))
  return (
    <>
      <MarkerFields {...props} />
      <div className="numbers-row">
        <LiveNumber label={t.width} value={width ?? 128} onChange={(n) => set(id, { rect: rectWith(node, n, undefined) })} isClosed={isClosed} />
        <LiveNumber label={t.height} value={height ?? 128} onChange={(n) => set(id, { rect: rectWith(node, undefined, n) })} isClosed={isClosed} />
      </div>
      <p className="hint">{t.frameHint}</p>
      <div className="arrow-buttons">
        <button type="button" className="button small" onClick={() => selectWithFrames([id])}>
          {t.selectFrame}
        </button>
      </div>
    </>
  )
}

const FIELDS: Readonly<Record<string, (props: FieldsProps) => ReactElement>> = {
  content: ContentFields,
  dialog: DialogFields,
  monolog: MonologFields,
  interaction: InteractionFields,
  user_input: InputFields,
  condition: ConditionFields,
  variable_update: UpdateFields,
  generator: GeneratorFields,
  randomizer: SlotFields,
  sequencer: SlotFields,
  hub: SlotFields,
  jump: JumpFields,
  macro_use: MacroFields,
  marker: MarkerFields,
  entry: EntryFields,
  frame: FrameFields,
  tag_edit: TagEditFields,
  tag_match: TagMatchFields,
  tag_pass: TagPassFields
}
