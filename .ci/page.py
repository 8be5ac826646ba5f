"""Uses the page of all measurements like a person: python page.py report.html some-result-file.json"""

import gzip, sys, tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

if len(sys.argv) != 3:
    print("page.py: two arguments are needed: the page and a result file", file=sys.stderr)
    sys.exit(2)
PAGE, RESULT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
problems = []  # Errors in the page, and what it loads besides itself.

def open_page(address="#open=explore,perft,nnue,lost,beside,all,predicted", width=1280, scheme="light"):
    page = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
    for event in ["console", "pageerror", "dialog"]:
        page.on(event, lambda found, event=event: problems.append(f"{event}: {getattr(found, 'text', None) or getattr(found, 'message', found)}"))
    page.on("request", lambda request: request.url.startswith(("file:", "data:")) or problems.append(f"it loads {request.url}"))
    page.goto(PAGE.as_uri() + address)
    return page

def shows_everything(page):
    least = {"#hero .point": 11, "#hero .name": 3, "#lines .point": 51, "#cells td.bar": 101, "#heat td.value": 101, "#perfts tr": 9, "#predictions tr": 6}
    assert not (few := [part for part, count in least.items() if page.locator(part).count() < count]), f"too few {few}"
    assert page.locator("#cpus tbody tr").count() == page.locator("#cpu option").count(), "CPUs are missing"
    assert "ns per position" in page.inner_text("#summary") and "faster than PEXT" in page.inner_text("#even"), "there is no summary"

def controls_and_address(page):
    summary = lambda: page.inner_text("#summary")
    column = lambda number: page.locator(f"#cells tbody tr > :nth-child({number})").all_inner_texts()
    page.fill("#filter", "avx2 sliced")
    assert (names := column(1)) and all("avx2" in name and "sliced" in name for name in names), f"the filter lets through {names}"
    page.fill("#filter", "")
    page.get_by_role("button", name="ns per position").click()
    falling = [float(text.replace(",", "").removesuffix(" †")) for text in column(4)]
    assert falling == sorted(falling, reverse=True), "a second click does not sort the other way"
    page.locator("#hero .point[tabindex='0']").focus()  # the first of the library's points, which is of one position
    page.keyboard.press("ArrowRight")
    assert "positions" in page.inner_text("#hero .told"), "the arrow key leads to no other point"
    page.locator("#hero .point .spot").last.click()
    assert "loop" in page.inner_text("#hero .told"), "a tap does not show a point"
    page.focus("#call")
    before = page.input_value("#call")
    page.keyboard.press("ArrowDown")
    assert page.input_value("#call") != before, "the arrow key does not choose another call"
    page.select_option("#call", "batch_attacks")
    page.locator("#heat thead button").first.focus()
    page.keyboard.press("Enter")
    assert page.input_value("#n") == "1", "a heading does not choose its number of positions"
    page.select_option("#base", "pieces/pext")
    page.locator("#heat thead button", has_text="1,024").click()
    before = summary()
    page.select_option("#sliders", "both")
    assert summary() != before, "lookups take as long for both sides as for one"
    again = open_page(page.evaluate("location.hash"))
    assert again.inner_text("#summary") == summary(), "the address does not keep what is shown"
    again.select_option("#base", "auto/baseline")
    assert "auto/baseline" in again.inner_text("#summary"), "the opponent is not taken over"
    assert "ns per position" in again.locator("#heat td.value").first.get_attribute("title"), "there is no tooltip"
    name = "<script>alert(1)</script> &amp; <b>"
    page.select_option("#cpu", label=name)
    assert name in summary() and name in page.inner_text("#even"), "a name that is markup is not shown as it is"

def own_results(page):
    count = page.locator("#cpu option").count()
    head = (good := RESULT.read_text()).split("\n")[0]
    wrong = ["{", "[]", good.replace("setwise-matrix", "other"), head, head + '\n{"cells":{}}', good + '{"cells":3}', good.replace('"median":', '"median":-')]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "my-cpu.json")
        for text in [good, *wrong]:
            file.write_text(text)
            page.evaluate("document.querySelector('#dropped').textContent = ''")
            page.set_input_files("#file", [])
            page.set_input_files("#file", file)
            page.wait_for_function("document.querySelector('#dropped').textContent.includes('my-cpu.json')")
            assert (page.get_attribute("#dropped", "class") == "wrong") == (text != good), f"a file is right, or wrong: {text[:20]}"
            assert page.locator("#cpu option").count() == count + 1, "a result file that is chosen is not added, or a wrong one is"
            assert "(my-cpu.json)" in page.inner_text("#summary"), "a result file that is chosen is not shown"

with sync_playwright() as playwright:
    assert len(gzip.compress(Path("docs/report.html").read_bytes())) <= 225_000, "the page has more than 225,000 bytes, compressed"
    chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    main = open_page()
    shows_everything(main)
    controls_and_address(main)
    own_results(main)
    light, dark = [open_page(scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor") for scheme in ["light", "dark"]]
    assert light == "rgb(255, 255, 255)" != dark, f"the light page is {light}, the dark one {dark}"
    for width in [360, 390, 768, 1280]:
        narrow = open_page(width=width)
        wide = narrow.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"at {width} px the page is {wide} px wide"
        if width == 1280:
            assert (high := narrow.evaluate("document.documentElement.scrollHeight")) <= 10_000, f"unfolded the page is {high} px high"
            assert narrow.evaluate("[...document.querySelectorAll('.wide')].every((box) => box.scrollWidth <= box.clientWidth)"), "a table is wider than its box"
        shows_everything(narrow)
assert not problems, problems
print("the page works")
