"""Uses the page of all measurements like a person: python page.py report.html some-result-file.json"""

import json
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGE, RESULT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
# Errors in the page, and what it loads besides itself.
problems = []


def is_true(condition, what):
    if not condition:
        sys.exit(f"page: {what}")


def column(page, number):
    """The texts of a column of the table of all measurements."""
    return page.locator(f"#cells tbody td:nth-child({number})").all_inner_texts()


def open_page(browser, address="", width=1280, dark=False):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.on("console", lambda message: problems.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on("dialog", lambda dialog: problems.append(f"a dialog: {dialog.message}"))
    page.on("request", lambda request: request.url.startswith(("file:", "data:")) or problems.append(f"it loads {request.url}"))
    page.goto(PAGE.as_uri() + address)
    return page


def shows_everything(page):
    is_true("ns per board" in page.locator("#summary").inner_text(), "there is no summary")
    is_true(page.locator("#lines .point").count() > 50, "the line chart has no points")
    is_true(page.locator("#bars rect").count() > 20, "the bar chart has no bars")
    is_true(page.locator("#heat td.value").count() > 100, "the heat map is empty")
    is_true(page.locator("#choice tbody tr").count() >= 3, "the cost of the choice is missing")
    is_true(page.locator("#cpus tbody tr").count() == page.locator("#cpu option").count(), "CPUs are missing")
    is_true(page.locator("#predictions tr").count() > 5, "the predictions are missing")


def names_are_text(page):
    name = "<script>alert(1)</script> &amp; <b>"
    is_true(name in page.locator("#cpu option").all_inner_texts(), "a name that is markup is not shown as it is")
    page.select_option("#cpu", label=name)
    is_true(name in page.locator("#summary").inner_text(), "the summary does not have the name")


def controls_and_address(browser, page):
    page.fill("#filter", "avx2 sliced")
    names = set(column(page, 1))
    is_true(names and all("avx2" in name and "sliced" in name for name in names), f"the filter lets through {names}")
    page.fill("#filter", "")
    page.get_by_role("button", name="ns per board").click()
    falling = [float(text.replace(",", "").removesuffix(" †")) for text in column(page, 4)]
    is_true(falling == sorted(falling, reverse=True), "a second click does not sort the other way")
    # By keyboard alone: the call, then a heading of the heat map.
    page.focus("#call")
    before = page.input_value("#call")
    page.keyboard.press("ArrowDown")
    is_true(page.input_value("#call") != before, "the arrow key does not choose another call")
    page.select_option("#call", "batch_attacks")
    page.locator("#heat thead button").first.focus()
    page.keyboard.press("Enter")
    is_true(page.input_value("#n") == "1", "a heading does not choose its number of boards")
    page.select_option("#base", "pieces/pext")
    page.locator("#heat thead button", has_text="1,024").click()
    summary = page.locator("#summary").inner_text()
    page.select_option("#sliders", "both")
    is_true(page.locator("#summary").inner_text() != summary, "look-ups take as long for both sides as for one")
    address = page.evaluate("location.hash")
    again = open_page(browser, address)
    is_true(again.locator("#summary").inner_text() == page.locator("#summary").inner_text(), "the address does not keep what is shown")
    again.select_option("#base", "auto/baseline")
    is_true("auto/baseline" in again.locator("#summary").inner_text(), "the opponent is not taken over")
    again.locator("#heat td.value").first.hover()
    is_true("ns per board" in again.locator("#tip").inner_text(), "there is no tooltip")


def own_results(page):
    count = page.locator("#cpu option").count()
    with tempfile.TemporaryDirectory() as folder:
        own, wrong = Path(folder, "my-cpu.json"), Path(folder, "wrong.json")
        own.write_bytes(RESULT.read_bytes())
        page.set_input_files("#file", own)
        page.wait_for_function("document.querySelector('#dropped').textContent.includes('my-cpu.json')")
        is_true(page.locator("#cpu option").count() == count + 1, "a result file that is chosen is not added")
        is_true("(my-cpu.json)" in page.locator("#summary").inner_text(), "a result file that is chosen is not shown")
        damaged = json.loads(RESULT.read_text())
        for bad in ["{", "[]", json.dumps({**damaged, "format": "other"}), json.dumps({**damaged, "cells": [{}]}), json.dumps({**damaged, "cells": 3})]:
            wrong.write_text(bad)
            page.set_input_files("#file", [])
            page.set_input_files("#file", wrong)
            page.wait_for_function("document.querySelector('#dropped').className === 'wrong'")
            is_true("wrong.json" in page.locator("#dropped").inner_text(), "the message does not name the file")
            is_true(page.locator("#cpu option").count() == count + 1, f"a wrong file is added: {bad[:20]}")
            page.evaluate("document.querySelector('#dropped').className = ''")


def themes_and_widths(browser):
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = open_page(browser), open_page(browser, dark=True)
    is_true(light.evaluate(ground) == "rgb(255, 255, 255)", "the light page is not white")
    is_true(dark.evaluate(ground) != light.evaluate(ground), "there is no dark page")
    for width in [360, 768, 1280]:
        page = open_page(browser, width=width)
        wide = page.evaluate("document.documentElement.scrollWidth")
        is_true(wide <= width, f"at {width} px the page is {wide} px wide")
        shows_everything(page)


with sync_playwright() as playwright:
    is_true(os.path.getsize(PAGE) <= 3 << 20, "the page has more than 3 MiB")
    chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    main = open_page(chromium)
    shows_everything(main)
    controls_and_address(chromium, main)
    names_are_text(main)
    own_results(main)
    themes_and_widths(chromium)
    chromium.close()
is_true(not problems, problems)
print("the page works")
