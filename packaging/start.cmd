@echo off
rem Sets Larder up and opens it: double-click this file. What follows its name goes to start.py.
setlocal disabledelayedexpansion
set "found="
call :try 11 14 py -3
call :try 11 14 python
rem With a Python that is too old or too new, start.py looks for the others of this computer.
call :try 8 99 py -3
call :try 8 99 python
if not defined found goto missing
rem "call", because the shims of pyenv are batch files.
call %found% "%~dp0start.py" %*
set "code=%errorlevel%"
if not "%code%"=="0" pause
exit /b %code%

:missing
echo Larder needs Python 3.11, 3.12, 3.13 or 3.14: install it from https://www.python.org/downloads/ and start this again.
pause
exit /b 2

:try
if defined found exit /b
call %3 %4 -c "import sys; sys.exit(not %1 <= sys.version_info[1] <= %2)" >nul 2>nul
if "%errorlevel%"=="0" set "found=%3 %4"
exit /b
