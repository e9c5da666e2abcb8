import { useEffect, type ReactElement } from 'react'
import { Split } from '../ui/Split'
import { loadNotes } from './load'
import { NoteTree } from './NoteTree'
import { Reader } from './Reader'
import { notesTexts } from './texts'
import './notes.css'

/** The notes of the world and of the players: their list, and the open note. */
export function NotesView(): ReactElement {
  useEffect(() => void loadNotes(), [])
  return (
    <div className="notes">
      <h1 className="unseen">{notesTexts.title}</h1>
      <Split name="notes" orientation="horizontal" first={[34, 20]} second={[66, 40]}>
        <NoteTree />
        <Reader />
      </Split>
    </div>
  )
}
