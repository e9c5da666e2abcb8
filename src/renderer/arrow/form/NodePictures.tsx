import { Images, ImageUp, Pencil } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { picturesOf, updateNode } from '../../../arrow'
import { own } from '../../../shared/base/json'
import { pathFrom, pathTo } from '../../../shared/base/paths'
import { PICTURES } from '../../../shared/story/pictures'
import { altOf, lacksAlt } from '../../../shared/words/alt-text'
import { PictureDialog } from '../../fields/PictureDialog'
import { withNewPicture } from '../../fields/new-pictures'
import { fieldTexts } from '../../fields/texts'
import { useNewPicture } from '../../fields/use-new-picture'
import { useSession } from '../../session'
import { Button, Fault } from '../../ui/Parts'
import { NewPicture, Picture } from '../../ui/Picture'
import { saveDocument } from '../documents'
import { edit } from '../edits'
import { putOpen, useArrow } from '../state'
import { useClosed } from './controls'
import { textOf, type FieldsProps } from './values'

const t = fieldTexts.picture

/** The pictures that a text of a node shows, each with its description, and the buttons that add one at the text's end. */
export function NodePictures({ id, node, member }: FieldsProps & { member: string }): ReactElement | null {
  const isClosed = useClosed()
  const document = useArrow((s) => s.path)
  const [described, setDescribed] = useState<string>()
  const text = textOf(node, member)
  const pictures = picturesOf(node, text)
  const describe = (path: string, alt: string, more = ''): boolean =>
    edit((now) => {
      const { data, alt: alts } = now.resources.nodes.get(id) ?? node
      const shown = more === '' ? {} : { data: { ...data, [member]: textOf({ ...node, data }, member) + more } }
      return updateNode(now, id, { ...shown, alt: { ...alts, [path]: alt } })
    })
  const { choose, chooseKnown, dialog, fault, isOver, target } = useNewPicture((chosen, alt) => {
    const open = document === undefined ? undefined : own(useArrow.get().open, document)
    if (document === undefined || !open) return
    const { file, bytes } = chosen
    const added = bytes === undefined ? undefined : withNewPicture(open.pictures, { file, bytes }, useSession.getState().present?.lore)
    const path = pathTo(document, `${PICTURES}/${added?.name ?? file}`)
    if (added) putOpen(document, { pictures: added.pictures })
    // A new picture is saved with the text, as one beat.
    if (describe(path, alt, `${text === '' || text.endsWith('\n') ? '' : '\n'}[img]${path}[/img]`) && added) void saveDocument(document)
  })
  if (document === undefined || (isClosed && pictures.length === 0)) return null
  const now = pictures.find(({ path }) => path === described)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- whoever can't drop or paste a file chooses one with the button
    <fieldset className={`picture-field field bare ${isOver ? 'over' : ''}`} {...target}>
      <legend>{t.several}</legend>
      {pictures.map(({ path, alt }) => (
        <div key={path}>
          <NodePicture document={document} path={path} alt={altOf({ file: path, alt })} />
          <p className={lacksAlt(alt) ? 'fault' : 'picture-words'}>{lacksAlt(alt) ? t.noAlt : altOf({ file: path, alt }) || t.isDecorative}</p>
          {!isClosed && (
            <p className="picture-buttons">
              <Button icon={<Pencil size={13} />} label={t.describe} small aria-haspopup="dialog" onClick={() => setDescribed(path)} />
            </p>
          )}
        </div>
      ))}
      {!isClosed && (
        <p className="picture-buttons">
          <Button icon={<ImageUp size={13} />} label={t.choose} small onClick={choose} />
          {chooseKnown && <Button icon={<Images size={13} />} label={t.known} small aria-haspopup="dialog" onClick={chooseKnown} />}
        </p>
      )}
      <Fault>{fault}</Fault>
      {dialog}
      {now && (
        <PictureDialog
          title={t.describeTitle}
          picture={{ file: now.path }}
          path={pathFrom(document, now.path)}
          alt={now.alt}
          submit={t.save}
          onSubmit={(alt) => {
            setDescribed(undefined)
            describe(now.path, alt)
          }}
          onClose={() => setDescribed(undefined)}
        />
      )}
    </fieldset>
  )
}

/** A picture of a node, saved or not. */
function NodePicture({ document, path, alt }: { document: string; path: string; alt: string }): ReactElement {
  const bytes = useArrow((s) => own(own(s.open, document)?.pictures ?? {}, path.replace(/^.*\//, '')))
  return bytes === undefined ? <Picture path={pathFrom(document, path) ?? path} alt={alt} /> : <NewPicture bytes={bytes} alt={alt} />
}
