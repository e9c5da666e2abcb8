import { useCallback, useState, type ReactElement } from 'react'
import { PICTURES } from '../../shared/story/pictures'
import { uneditableReason } from '../editing'
import { problemOf } from '../problem-of'
import { loreAtCursor, useSession } from '../session'
import { Chooser, type Choosable } from '../ui/Chooser'
import { drawnPicture, PICTURE_TYPES } from '../ui/draw-picture'
import { type FileTarget, useFileTarget } from '../ui/file-drop'
import { pickFile } from '../ui/pick-file'
import { PictureDialog, type ChosenPicture } from './PictureDialog'
import { fieldTexts } from './texts'

const t = fieldTexts.picture

interface NewPicture {
  /** Asks for a file of this machine. */
  choose: () => void
  /** Asks for a picture that the campaign has; undefined if it has none. */
  chooseKnown: (() => void) | undefined
  /** The dialog that is open now. */
  dialog: ReactElement | null
  /** Why the last file can't be a picture. */
  fault: string | undefined
  /** Whether a file is held over the target. */
  isOver: boolean
  target: FileTarget
}

/** Adds a picture from a file that is chosen, dropped or pasted, or one of the campaign, and asks for its description before `onAdd`. */
export function useNewPicture(onAdd: (picture: ChosenPicture, alt: string) => void): NewPicture {
  const isClosed = useSession((s) => uneditableReason(s) !== undefined)
  const pictures = useSession((s) => loreAtCursor(s)?.pictures)
  const [chosen, setChosen] = useState<ChosenPicture>()
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = async (file: File): Promise<void> => {
    setFault(undefined)
    try {
      setChosen({ file: file.name.slice(-200) || 'picture', bytes: await drawnPicture('picture', file) })
    } catch (thrown) {
      setFault(problemOf(thrown).message)
    }
  }
  const find = useCallback(
    (query: string): Choosable[] => {
      const wanted = query.trim().toLowerCase()
      return Object.keys(pictures ?? {}).flatMap((name) => (name.toLowerCase().includes(wanted) ? [{ id: name, label: name }] : []))
    },
    [pictures]
  )
  const { isOver, target } = useFileTarget(isClosed, (file) => void take(file))
  const dialog = chosen ? (
    <PictureDialog
      title={t.addTitle}
      picture={chosen}
      path={chosen.bytes === undefined ? `${PICTURES}/${chosen.file}` : undefined}
      alt={undefined}
      submit={t.add}
      onSubmit={(alt) => {
        setChosen(undefined)
        onAdd(chosen, alt)
      }}
      onClose={() => setChosen(undefined)}
    />
  ) : isAsking ? (
    <Chooser
      title={t.knownTitle}
      placeholder={t.search}
      none={t.noneFound}
      find={find}
      onChoose={({ id }) => setChosen({ file: id })}
      onClose={() => setAsking(false)}
    />
  ) : null
  return {
    choose: () => pickFile(PICTURE_TYPES, (file) => void take(file)),
    chooseKnown: pictures && (() => setAsking(true)),
    dialog,
    fault,
    isOver,
    target
  }
}
