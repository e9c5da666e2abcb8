; "Open with Proscenium" in the menu of a folder. The installer adds it for this user alone, and removes it with the app.
!macro customInstall
  WriteRegStr HKCU "Software\Classes\Directory\shell\Proscenium" "" "Open with Proscenium"
  WriteRegStr HKCU "Software\Classes\Directory\shell\Proscenium" "Icon" "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
  WriteRegStr HKCU "Software\Classes\Directory\shell\Proscenium\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "--open=%V"'
!macroend
!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\Directory\shell\Proscenium"
!macroend
