; The installer for Windows: for one person, without rights of an administrator. windows/targets.py
; calls makensis with VERSION, NUMBERS (four of them), PAYLOAD (the bundle), ICON and OUT; KILOBYTES
; is the size that Windows shows. Nothing is asked of the network.
;   /S            nothing is shown; the exit code tells: 0 done, 2 Nightstand runs, 3 the one that is
;                 there is newer, 4 not enough room or rights, 5 the folder is somebody else's
;   /DOWNGRADE    goes back to an older version without a question
;   /D=FOLDER     another folder; stands last, without quotation marks
Unicode true
Target amd64-unicode
SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
ManifestLongPathAware true
AllowSkipFiles off

!include MUI2.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include LogicLib.nsh

!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Nightstand"
!define KEPT "Your notebooks are not touched. Settings, history and the search index stay in $LOCALAPPDATA\nightstand."
!ifdef SIGN ; a command that signs a file in place
    !uninstfinalize '${SIGN} "%1"'
    !finalize '${SIGN} "%1"'
!endif

Name "Nightstand"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Nightstand"
InstallDirRegKey HKCU "${ENTRY}" "InstallLocation"
BrandingText "Nightstand ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Nightstand"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs Nightstand"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEPAGE_TEXT "Nightstand ${VERSION} will be installed for you alone, in $INSTDIR.$\r$\n$\r$\n${KEPT}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\nightstandw.exe"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Nightstand will be removed from this computer. ${KEPT}"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A program that runs cannot be written to.
!macro WaitUntilClosed PROGRAM
    ${Do}
        ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
            ${ExitDo}
        ${EndIf}
        ClearErrors
        FileOpen $0 "$INSTDIR\${PROGRAM}" a
        ${IfNot} ${Errors}
            FileClose $0
            ${ExitDo}
        ${EndIf}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Nightstand is open. Please close it, then try again." /SD IDCANCEL IDRETRY +3
        SetErrorLevel 2
        Quit
    ${Loop}
!macroend

; All that an installation has put there; what else is in the folder stays.
!macro RemoveProgram
    RMDir /r "$INSTDIR\_internal"
    RMDir /r "$INSTDIR\licences"
    Delete "$INSTDIR\nightstand.exe"
    Delete "$INSTDIR\nightstandw.exe"
    Delete "$INSTDIR\LICENSE.txt"
    Delete "$INSTDIR\THIRD-PARTY.txt"
!macroend

Function .onInit
    ReadRegStr $1 HKCU "${ENTRY}" "DisplayVersion"
    ${GetParameters} $2
    ClearErrors
    ${GetOptions} $2 "/DOWNGRADE" $3
    ${If} ${Errors}
    ${AndIf} $1 != ""
        ${VersionCompare} "$1" "${VERSION}" $3
        ${If} $3 == 1
            MessageBox MB_YESNO|MB_ICONQUESTION "Nightstand $1 is installed, which is newer. What it has written may be closed to version ${VERSION}. Install ${VERSION} all the same?" /SD IDNO IDYES +3
            SetErrorLevel 3
            Quit
        ${EndIf}
    ${EndIf}
    ${If} ${FileExists} "$INSTDIR\_internal\*.*"
    ${AndIfNot} ${FileExists} "$INSTDIR\nightstand.exe"
        MessageBox MB_OK|MB_ICONSTOP "$INSTDIR holds another program. Nothing was installed." /SD IDOK
        SetErrorLevel 5
        Quit
    ${EndIf}
FunctionEnd

Section
    !insertmacro WaitUntilClosed nightstand.exe
    !insertmacro WaitUntilClosed nightstandw.exe
    ; The old program stays until the new one is there as a whole.
    RMDir /r "$INSTDIR\_new"
    ClearErrors
    SetOutPath "$INSTDIR\_new"
    File /r "${PAYLOAD}/*"
    SetOutPath "$INSTDIR"
    ${If} ${Errors}
        RMDir /r "$INSTDIR\_new"
        RMDir "$INSTDIR"
        MessageBox MB_OK|MB_ICONSTOP "Nightstand could not be written to $INSTDIR: is there room, and may you write there? Nothing has changed." /SD IDOK
        SetErrorLevel 4
        Quit
    ${EndIf}
    !insertmacro RemoveProgram
    ClearErrors
    Rename "$INSTDIR\_new\_internal" "$INSTDIR\_internal"
    Rename "$INSTDIR\_new\licences" "$INSTDIR\licences"
    Rename "$INSTDIR\_new\nightstand.exe" "$INSTDIR\nightstand.exe"
    Rename "$INSTDIR\_new\nightstandw.exe" "$INSTDIR\nightstandw.exe"
    Rename "$INSTDIR\_new\LICENSE.txt" "$INSTDIR\LICENSE.txt"
    Rename "$INSTDIR\_new\THIRD-PARTY.txt" "$INSTDIR\THIRD-PARTY.txt"
    ${If} ${Errors}
        MessageBox MB_OK|MB_ICONSTOP "Another program holds files of Nightstand. Please close it and install again." /SD IDOK
        SetErrorLevel 4
        Quit
    ${EndIf}
    RMDir "$INSTDIR\_new"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Nightstand.lnk" "$INSTDIR\nightstandw.exe"
    WriteRegStr HKCU "${ENTRY}" "DisplayName" "Nightstand"
    WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\nightstandw.exe"
    WriteRegStr HKCU "${ENTRY}" "Publisher" "Nightstand contributors"
    WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" ${KILOBYTES}
    WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
    WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
SectionEnd

Section Uninstall
    !insertmacro WaitUntilClosed nightstand.exe
    !insertmacro WaitUntilClosed nightstandw.exe
    !insertmacro RemoveProgram
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Nightstand.lnk"
    DeleteRegKey HKCU "${ENTRY}"
    DetailPrint "${KEPT}"
SectionEnd
